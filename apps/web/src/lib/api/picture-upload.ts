import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import type { ApiClient } from './api-client.ts'
import { createProgressFetch } from './progress-fetch.ts'

/** Value of `accept` for a file field. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/gif,image/webp'

/** Validates a picture before its upload; `null` when it is valid. */
export function findPictureFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!PICTURE_TYPES.split(',').includes(type)) return '请选择 JPG、PNG、GIF 或 WebP 图片'
  if (size > UPLOAD_MAX_BYTES) return '图片不能超过 10 MB'
  return null
}

/** Lets upstream copy a picture of another site, and returns the address of the copy. */
export function copyPicture(api: ApiClient, address: string, signal: AbortSignal): Promise<string> {
  return api.call('POST /v1/article/fetchPicture', { body: { address }, signal, quiet: true })
}

/**
 * Uploads a picture and returns its address.
 * @param onProgress called with the share that was sent, 0 to 1
 * @throws the errors of `ApiClient.call`
 */
export function uploadPicture(
  api: ApiClient,
  file: File,
  { onProgress, signal }: { onProgress: (part: number) => void; signal?: AbortSignal },
): Promise<string> {
  const body = new FormData()
  body.set('multipartFile', file)
  return api.call('POST /file/upload', { body, signal, via: createProgressFetch(onProgress) })
}
