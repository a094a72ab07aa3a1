import { Type } from 'typebox'
import { defineCall } from './call.ts'

export const uploadFile = defineCall('POST /file/upload', {
  access: 'member',
  summary: 'Stores a picture of at most 10 MB and answers its address',
  upload: 'multipartFile',
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

export const fileCalls = [uploadFile, getFile] as const
