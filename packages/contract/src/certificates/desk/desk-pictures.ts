import { Type } from 'typebox'
import { defineCall } from '../../call.ts'
import { NUMBER_PATTERN } from '../certificate-number.ts'

/** Ours: pictures of an unpublished certificate. */

export const uploadDeskPicture = defineCall('POST /v1/manage/certificates/{certificateNo}/pictures', {
  access: 'staff',
  duties: ['certify'],
  summary: 'Ours: stores a picture of at most 10 MB for a draft, without metadata, as JPEG or PNG; answers its name',
  params: Type.Object({
    certificateNo: Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] }),
  }),
  upload: 'multipartFile',
  /** Random file name, which only callers who know it can read. A draft names its pictures when it is saved. */
  data: Type.Object({ file: Type.String() }),
  audit: 'certificate.picture',
})

export const deskPictureCalls = [uploadDeskPicture] as const
