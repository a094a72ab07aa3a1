/** Rules of the media library. Pages import them, so there are no schemas here. */

export const MB = 1024 * 1024

export const MEDIA_KINDS = ['picture', 'pdf'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** Maximum pixels of a picture: width × height. */
export const PICTURE_PIXELS_MAX = 50_000_000
export const PDF_MAX_MB = 30
export const PDF_MAX_BYTES = PDF_MAX_MB * MB
export const PDF_PAGES_MAX = 500
/** Share of the storage from which its ruler warns. */
export const MEDIA_WARN_SHARE = 0.7
export const MEDIA_PAGE_SIZE = 60
export const MEDIA_NAME_MAX = 120
export const MEDIA_ALT_MAX = 120
export const MEDIA_SOURCE_MAX = 200
export const MEDIA_SEARCH_MAX = 60
/** Days in which a deleted file, or the file before a replacement, can be restored. Uses in older versions do not count. */
export const MEDIA_KEPT_DAYS = 90
/** Seconds for which browsers keep a file of the library, because its content may change. */
export const MEDIA_FRESH_SECONDS = 600

export const MEDIA_VIEWS = ['all', 'unused', 'noAlt', 'deleted'] as const
export type MediaView = (typeof MEDIA_VIEWS)[number]

/**
 * Place of a use. `version`: an earlier version of the last 90 days. `setting`: the settings of the site. `settingVersion`: an
 * earlier version of them.
 */
export const MEDIA_PLACES = [
  'article',
  'draft',
  'schedule',
  'version',
  'setting',
  'settingVersion',
  'category',
] as const
export type MediaPlace = (typeof MEDIA_PLACES)[number]
