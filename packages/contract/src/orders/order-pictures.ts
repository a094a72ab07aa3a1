import { Type } from 'typebox'
import { defineCall } from '#call.ts'
import { ORDER_MAX } from './order-rules.ts'
import { SampleNo } from './order-shapes.ts'

/** Ours: pictures of samples at reception and at their return. Only staff see them. */

const name = Type.String({ pattern: '^[0-9a-f]{32}\\.(?:png|jpg|webp)$', examples: [`${'0'.repeat(32)}.jpg`] })

/** Names that `uploadSamplePicture` returned, in their order. */
export const samplePictures = Type.Array(name, { maxItems: ORDER_MAX.pictures, examples: [[`${'0'.repeat(32)}.jpg`]] })

export const uploadSamplePicture = defineCall('POST /v1/manage/samples/{sampleNo}/pictures', {
  access: 'staff',
  duties: ['reception', 'certify'],
  summary: 'Ours: stores a picture of a sample, of at most 10 MB and without metadata; answers its name',
  params: Type.Object({ sampleNo: SampleNo }),
  upload: 'multipartFile',
  data: Type.Object({ name: Type.String() }),
  audit: 'order.picture',
})

export const getSamplePicture = defineCall('GET /v1/manage/samples/pictures/{name}', {
  access: 'staff',
  duties: ['reception', 'certify', 'approve'],
  summary: 'Ours: a picture of a sample',
  params: Type.Object({ name }),
  data: Type.Unknown(),
  file: 'private',
})

export const samplePictureCalls = [uploadSamplePicture, getSamplePicture] as const
