import { ownCallHeaders } from '@portal/contract/constants.ts'
import type { Envelope } from '@portal/contract/envelope.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { saveFile } from '#lib/save-file.ts'
import type { RawRecord } from './use-raw-records.ts'

/**
 * Reads the bytes of a raw record.
 * @throws ApiError when it is refused, e.g. because the stored file was altered; the rejection of `fetch`
 */
export async function fetchRecord(certificateNo: string, { id }: RawRecord): Promise<Blob> {
  const response = await fetch(`/v1/manage/certificates/${certificateNo}/records/${id}`, {
    headers: ownCallHeaders,
  })
  if (response.headers.get('content-type') === 'application/octet-stream') return await response.blob()
  const { code = response.status, message = '文件没有取到，请稍后重试' } = (await response
    .json()
    .catch(() => ({}))) as Partial<Envelope>
  throw new ApiError(code, message)
}

/** Saves a raw record under its own name. @throws the errors of `fetchRecord` */
export async function saveRecord(certificateNo: string, record: RawRecord): Promise<void> {
  saveFile(await fetchRecord(certificateNo, record), record.fileName)
}
