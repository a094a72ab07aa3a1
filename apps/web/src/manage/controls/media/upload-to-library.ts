import type { ApiClient } from '#lib/api/api-client.ts'
import { createProgressFetch } from '#lib/api/progress-fetch.ts'

/** Stores a file in the library. @throws the errors of `ApiClient.call` */
export async function uploadToLibrary(
  api: ApiClient,
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
) {
  const body = new FormData()
  body.set('multipartFile', file)
  return await api.call('POST /v1/manage/media', { body, quiet: true, signal, via: createProgressFetch(onProgress) })
}

/** Lets upstream copy a picture of another site into the library, and returns its address. */
export async function copyToLibrary(api: ApiClient, address: string, signal: AbortSignal): Promise<string> {
  const { item } = await api.call('POST /v1/manage/media/fetch', { body: { address }, signal, quiet: true })
  return item.url
}
