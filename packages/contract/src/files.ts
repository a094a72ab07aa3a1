import { Type } from 'typebox'
import { defineCall } from './call.ts'

export const uploadFile = defineCall('POST /file/upload', {
  access: 'member',
  summary: 'Stores a picture of at most 10 MB and answers its address',
  upload: 'multipartFile',
  data: Type.String(),
})

/** Body of a call that copies a picture of another site. */
export const ForeignPicture = Type.Object({
  address: Type.String({
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    maxLength: 4096,
    examples: ['https://example.org/a.png'],
  }),
})

export const fetchPicture = defineCall('POST /v1/article/fetchPicture', {
  access: 'member',
  summary: 'Ours: fetches a picture of at most 10 MB from another site, stores it as an upload and answers its address',
  body: ForeignPicture,
  data: Type.String(),
})

/** Pattern of the names that `/file/upload` of the reference upstream gives, and of those of the demo pictures. */
export const FILE_NAME_PATTERN = '^[A-Za-z0-9_-]{1,80}\\.(?:svg|png|jpe?g|gif|webp|avif|mp4)$'

export const getFile = defineCall('GET /file/img/{name}', {
  access: 'public',
  summary: 'An uploaded or demo picture; immutable',
  params: Type.Object({ name: Type.String({ pattern: FILE_NAME_PATTERN }) }),
  data: Type.Unknown(),
  file: true,
})

export const fileCalls = [uploadFile, fetchPicture, getFile] as const
