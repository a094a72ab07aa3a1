import { REPORT_PICTURES_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { type ApiClient, ApiError } from './api-client.ts'

/** The files of a field; a browser without JavaScript sends an empty one for none. */
export function chosenFiles(form: FormData, name: string): File[] {
  return form.getAll(name).filter((value): value is File => value instanceof File && value.size > 0)
}

/** Why pictures of a visitor cannot be sent, before anything is uploaded; `null`: they can. */
export function reportPicturesFault(files: readonly File[]): string | null {
  if (files.length > REPORT_PICTURES_MAX) return `图片最多 ${REPORT_PICTURES_MAX} 张`
  const large = files.find(({ size }) => size > UPLOAD_MAX_BYTES)
  return large ? `“${large.name}”超过 10 MB，请换一张小一些的` : null
}

/** Uploads pictures that only staff see, one after the other. @returns their names. @throws as `ApiClient.call`; nothing is uploaded when one cannot be sent */
export async function sendReportPictures(api: ApiClient, files: readonly File[]): Promise<string[]> {
  const fault = reportPicturesFault(files)
  if (fault !== null) throw new ApiError(CODE.malformed, fault)
  const names: string[] = []
  for (const file of files) {
    const body = new FormData()
    body.set('multipartFile', file)
    names.push(await api.call('POST /v1/certificate/report/picture', { body, quiet: true }))
  }
  return names
}
