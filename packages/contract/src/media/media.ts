import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { ForeignPicture } from '../files.ts'
import { nothing, nullable, nullableNumber, nullableString, wireDay } from '../shapes.ts'
import {
  MEDIA_ALT_MAX,
  MEDIA_KINDS,
  MEDIA_NAME_MAX,
  MEDIA_PLACES,
  MEDIA_SEARCH_MAX,
  MEDIA_SOURCE_MAX,
  MEDIA_VIEWS,
  type MediaKind,
  type MediaPlace,
  type MediaView,
  PDF_MAX_BYTES,
  PDF_MAX_MB,
} from './media-rules.ts'

/** Ours: pictures and PDF files that staff use in articles, pages and settings. */

export const MEDIA_ID_PATTERN = '^[0-9a-f]{32}$'
/** Pattern of the last part of an address. It never changes, and says nothing about the content. */
export const MEDIA_NAME_PATTERN = '^[a-z0-9-]{1,40}\\.(?:jpg|png|gif|webp|pdf)$'

const mediaId = Type.String({ pattern: MEDIA_ID_PATTERN, examples: ['0'.repeat(32)] })
const params = Type.Object({ id: mediaId })
const version = Type.Integer({ minimum: 1 })
const editors = { access: 'staff', duties: ['edit'] } as const
const kind = Type.Unsafe<MediaKind>({ type: 'string', enum: [...MEDIA_KINDS] })

const fileFacts = {
  bytes: Type.Integer(),
  /** Pictures: width and height in px. */
  width: nullableNumber,
  height: nullableNumber,
  /** PDF: number of pages; `null` when it is not known. */
  pages: nullableNumber,
  /** SHA-256 of the uploaded file, hex. */
  sha256: Type.String(),
  /** `yyyy-MM-dd HH:mm:ss` in UTC+8. */
  time: Type.String(),
  /** `null`: it was uploaded before the library existed. */
  byName: nullableString,
}

export const MediaItem = Type.Object({
  id: Type.String(),
  kind,
  /** Name that downloads have. */
  name: Type.String(),
  /** Address on this site. It stays when the file is replaced, if `isStable`. */
  url: Type.String(),
  isStable: Type.Boolean(),
  /** Default alternative text. */
  alt: Type.String(),
  /** The picture shows nothing that a reader must know. */
  isDecorative: Type.Boolean(),
  /** Where the file is from, for colleagues only. */
  source: Type.String(),
  /** Search engines may list the PDF. */
  isSearchable: Type.Boolean(),
  version: Type.Integer(),
  ...fileFacts,
  /** Number of texts and settings that use it now. */
  uses: Type.Integer(),
  /** No use now, nor in versions of the last 90 days. `null`: the uses are still being counted. */
  isUnused: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
  /** Day on which a deleted file is gone for good; `null`: it is not deleted. */
  goneOn: nullableString,
})
export type MediaItem = Static<typeof MediaItem>

export const MediaUse = Type.Object({
  place: Type.Unsafe<MediaPlace>({ type: 'string', enum: [...MEDIA_PLACES] }),
  /** Article, if the place belongs to one. */
  articleId: nullableNumber,
  /** Key of the standing page, if the article is one. */
  pageKey: nullableString,
  /** Title of the article or name of the category. */
  title: Type.String(),
  /** Member of the settings, if the place is one. */
  member: nullableString,
  /** Day of an earlier version, `yyyy-MM-dd`. */
  day: nullableString,
})
export type MediaUse = Static<typeof MediaUse>

export const MediaFile = Type.Object({ revision: Type.Integer(), ...fileFacts, replacedTime: Type.String() })
export type MediaFile = Static<typeof MediaFile>

const MediaDetail = Type.Object({
  item: MediaItem,
  /** At most 200, those of now first. */
  usedIn: Type.Array(MediaUse),
  /** Earlier files that can be restored, the newest first. */
  files: Type.Array(MediaFile),
  /** Ids of the files before and after it in the filtered list. */
  newerId: nullableString,
  olderId: nullableString,
})
export type MediaDetail = Static<typeof MediaDetail>

/** Which files a list has; `getMedia` takes it for the files before and after. */
const filter = {
  view: Type.Optional(Type.Unsafe<MediaView>({ type: 'string', enum: [...MEDIA_VIEWS] })),
  kind: Type.Optional(kind),
  /** Account that uploaded the present file. */
  by: Type.Optional(mediaId),
  /** First and last day of the upload in UTC+8. */
  from: Type.Optional(wireDay),
  to: Type.Optional(wireDay),
  /** The file has at least so many MB. */
  minMb: Type.Optional(Type.Integer({ minimum: 1, maximum: PDF_MAX_MB })),
  /** Part of the file name, of the alternative text, of the source, or of the title of a text that uses it. */
  search: Type.Optional(Type.String({ maxLength: MEDIA_SEARCH_MAX })),
}

export const listMedia = defineCall('GET /v1/manage/media', {
  ...editors,
  summary: 'Ours: pictures and PDF files of the library, the newest first, how many there are, and how full it is',
  query: Type.Object({
    ...filter,
    /** `next` of the previous page. */
    after: Type.Optional(
      Type.String({ pattern: '^\\d{1,16}_[0-9a-f]{32}$', examples: [`1795000000000_${'0'.repeat(32)}`] }),
    ),
  }),
  data: Type.Object({
    records: Type.Array(MediaItem),
    next: nullableString,
    /** Number of files of each view and kind, whatever else is filtered. */
    counts: Type.Object({
      all: Type.Integer(),
      picture: Type.Integer(),
      pdf: Type.Integer(),
      noAlt: Type.Integer(),
      unused: Type.Integer(),
      deleted: Type.Integer(),
    }),
    /** Accounts that have uploaded files, by name. */
    uploaders: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    /** Bytes of all files, with deleted and earlier ones. */
    usedBytes: Type.Integer(),
    /** Bytes that all files may have together. */
    totalBytes: Type.Integer(),
    /** Some texts have changed, and their uses are not counted yet. */
    isCounting: Type.Boolean(),
  }),
})

export const getMedia = defineCall('GET /v1/manage/media/{id}', {
  ...editors,
  summary: 'Ours: one file of the library, where it is used, its earlier files, and its neighbours in a list',
  params,
  query: Type.Object(filter),
  data: MediaDetail,
})

const upload = { upload: 'multipartFile', uploadMaxBytes: PDF_MAX_BYTES, uploadMs: 5 * 60_000 } as const

export const uploadMedia = defineCall('POST /v1/manage/media', {
  ...editors,
  ...upload,
  summary:
    'Ours: stores a picture of at most 10 MB or a PDF of at most 30 MB in the library; answers the present one when it has the same content',
  data: Type.Object({ item: MediaItem, isKnown: Type.Boolean() }),
  audit: 'media.upload',
})

export const fetchMedia = defineCall('POST /v1/manage/media/fetch', {
  ...editors,
  summary:
    'Ours: fetches a picture of at most 10 MB from another site into the library; answers the present one when it has the same content',
  body: ForeignPicture,
  data: Type.Object({ item: MediaItem, isKnown: Type.Boolean() }),
  audit: 'media.fetch',
})

export const changeMedia = defineCall('PUT /v1/manage/media/{id}', {
  ...editors,
  summary:
    'Ours: changes name, alternative text, source and whether search engines list it; texts that use the file stay as they are',
  params,
  body: Type.Object({
    version,
    name: Type.String({ minLength: 1, maxLength: MEDIA_NAME_MAX }),
    alt: Type.String({ maxLength: MEDIA_ALT_MAX }),
    isDecorative: Type.Boolean(),
    source: Type.String({ maxLength: MEDIA_SOURCE_MAX }),
    isSearchable: Type.Boolean(),
  }),
  data: MediaItem,
  audit: 'media.change',
})

export const replaceMedia = defineCall('POST /v1/manage/media/{id}/file', {
  ...editors,
  ...upload,
  summary:
    'Ours: replaces the file of the same kind; its address stays, and the file before can be restored for 90 days',
  params,
  data: MediaItem,
  audit: 'media.replace',
})

export const deleteMedia = defineCall('DELETE /v1/manage/media/{id}', {
  ...editors,
  summary: 'Ours: puts a file that nothing uses into the recycle bin for 90 days; its address answers 410',
  params,
  query: Type.Object({ version }),
  data: nothing,
  audit: 'media.delete',
})

export const restoreMedia = defineCall('POST /v1/manage/media/{id}/restore', {
  ...editors,
  summary: 'Ours: restores a deleted file, or an earlier file after a replacement',
  params,
  body: Type.Object({
    version,
    /** Earlier file; `null`: the file comes back from the recycle bin. */
    revision: nullable(Type.Integer({ minimum: 1 })),
  }),
  data: MediaItem,
  audit: 'media.restore',
})

const address = Type.Object({ id: mediaId, name: Type.String({ pattern: MEDIA_NAME_PATTERN, examples: ['a.webp'] }) })
const served = { access: 'public', params: address, data: Type.Unknown(), file: 'media' } as const

export const getMediaPicture = defineCall('GET /file/img/m/{id}/{name}', {
  ...served,
  summary: 'Ours: a picture of the library; its content may change, 410 after its deletion',
})

export const getMediaDocument = defineCall('GET /file/doc/m/{id}/{name}', {
  ...served,
  summary: 'Ours: a PDF of the library as a download; its content may change, 410 after its deletion',
})

export const mediaCalls = [
  listMedia,
  getMedia,
  uploadMedia,
  fetchMedia,
  changeMedia,
  replaceMedia,
  deleteMedia,
  restoreMedia,
  getMediaPicture,
  getMediaDocument,
] as const
