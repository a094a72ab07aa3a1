import { REPORT_PICTURES_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { type ApiClient, ApiError } from './api-client.ts'

/** Reads the files of a field; a browser without JavaScript sends an empty file for none. */
export function readFiles(form: FormData, name: string): File[] {
  return form.getAll(name).filter((value): value is File => value instanceof File && value.size > 0)
}

/** Reason why a visitor's pictures cannot be sent, checked before the upload; `null` when they can. */
export function findReportPicturesFault(files: readonly File[]): string | null {
  if (files.length > REPORT_PICTURES_MAX) return `图片最多 ${REPORT_PICTURES_MAX} 张`
  const large = files.find(({ size }) => size > UPLOAD_MAX_BYTES)
  return large ? `“${large.name}”超过 10 MB，请换一张小一些的` : null
}

/**
 * Uploads pictures that only staff see, one after the other. Nothing is uploaded when one of them is invalid.
 * @returns their names
 * @throws the errors of `ApiClient.call`
 */
export async function sendReportPictures(api: ApiClient, files: readonly File[]): Promise<string[]> {
  const fault = findReportPicturesFault(files)
  if (fault !== null) throw new ApiError(CODE.malformed, fault)
  const names: string[] = []
  for (const file of files) {
    const body = new FormData()
    body.set('multipartFile', file)
    names.push(await api.call('POST /v1/certificate/report/picture', { body, quiet: true }))
  }
  return names
}
