import type { ApiClient } from '#lib/api/api-client.ts'
import { createProgressFetch } from '#lib/api/progress-fetch.ts'

/** Uploads a picture for a draft. @returns the name of the stored file @throws ApiError when upstream refuses it */
export async function uploadPicture(
  api: ApiClient,
  sent: { certificateNo: string; blob: Blob; onProgress: (part: number) => void; signal: AbortSignal },
): Promise<string> {
  const { certificateNo, blob, onProgress, signal } = sent
  const body = new FormData()
  body.set('multipartFile', blob, 'picture.jpg')
  const call = { params: { certificateNo }, body, signal, quiet: true, via: createProgressFetch(onProgress) } as const
  const { file } = await api.call('POST /v1/manage/certificates/{certificateNo}/pictures', call)
  return file
}
