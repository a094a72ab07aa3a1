import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import type { MultipartFile } from '#platform/files/multipart-file.ts'
import { type PublicRequest, requestPublic } from './request-public.ts'

export const TOO_LARGE = '超过 10 MB'

/** A file of another site that may be a picture, or why there is none, in a few words. */
export type FetchedPicture = MultipartFile | { fault: string }

/**
 * Fetches a file that may be a picture from a public address.
 * @throws Error of the network, or the reason of the signal
 */
export async function fetchPublicPicture(
  url: URL,
  options: Pick<PublicRequest, 'agent' | 'network' | 'signal'>,
): Promise<FetchedPicture> {
  const response = await requestPublic(url.href, { ...options, method: 'GET' })
  if (response === 'private') return { fault: '地址不在公网上' }
  if (response === 'redirects') return { fault: '跳转过多' }
  const chunks: Buffer[] = []
  try {
    if (response.statusCode !== 200) return { fault: `原网站回答 ${response.statusCode}` }
    let length = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > UPLOAD_MAX_BYTES) return { fault: TOO_LARGE }
      chunks.push(chunk)
    }
    return { bytes: Buffer.concat(chunks), fileName: toPictureName(url.pathname) }
  } finally {
    response.destroy()
  }
}

/** The last part of a path, decoded. */
export function toPictureName(path: string): string {
  const last = path.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
