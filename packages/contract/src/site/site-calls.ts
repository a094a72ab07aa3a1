import { type Static, Type } from 'typebox'
import { MadePreview } from '../articles/preview.ts'
import { defineCall } from '../call.ts'
import { nullableString } from '../shapes.ts'
import { SiteChange, SiteSettings, siteStamp } from './site-settings.ts'

/** Ours: the settings of the site. Each save creates one version of all of them. */

/** Cached calls that show settings. */
const SHOWN_BY = [
  '/v1/webSiteInfo',
  '/v1/site/home',
  '/v1/site/licence',
  '/v1/site/getNavigations',
  '/v1/orders/table',
  '/v1/category/',
  '/v1/comment/',
] as const
const version = Type.Integer({ minimum: 0 })

export const ManagedSite = Type.Object({
  ...siteStamp,
  settings: SiteSettings,
  /** Text of `openingHours` as shown: made from the hours, or set before hours existed. */
  openingHours: nullableString,
  /** `LOGIN_TYPE` of the logins whose credentials are configured. */
  configuredLoginTypes: Type.Array(Type.Integer()),
  /** Addresses on other sites in the menus and the navigation that failed on two different days. */
  deadLinks: Type.Array(Type.String()),
})
export type ManagedSite = Static<typeof ManagedSite>

export const getManagedSite = defineCall('GET /v1/manage/site', {
  access: 'staff',
  summary: 'Ours: the settings of the site and their version',
  data: ManagedSite,
})

const saved = Type.Object({ version })

export const saveSite = defineCall('PUT /v1/manage/site', {
  access: 'staff',
  duties: ['edit'],
  summary:
    'Ours: changes the members that are given, all or none. What somebody else changed since `version` is 409 with what is stored, other members merge. Only owners change other groups than home, menus and pages; filing and login need a fresh proof',
  body: Type.Object({ version, settings: SiteChange }),
  data: saved,
  audit: 'site.save',
  invalidates: SHOWN_BY,
})

export const SiteVersion = Type.Object({
  version: Type.Integer(),
  time: Type.String(),
  /** `null`: a command of the operator. */
  savedBy: nullableString,
  /** Version whose values were restored; `null`: an ordinary change. */
  restoredTo: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  changes: Type.Array(
    Type.Object({ group: Type.String(), member: Type.String(), before: Type.Unknown(), after: Type.Unknown() }),
  ),
})
export type SiteVersion = Static<typeof SiteVersion>

export const listSiteVersions = defineCall('GET /v1/manage/site/versions', {
  access: 'staff',
  summary: 'Ours: who changed which settings, newest first',
  query: Type.Object({
    /** Last version of the previous page. */
    after: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  data: Type.Object({ records: Type.Array(SiteVersion), hasMore: Type.Boolean() }),
})

export const restoreSite = defineCall('POST /v1/manage/site/restore', {
  access: 'staff',
  duties: ['edit'],
  summary:
    'Ours: puts back all settings as they were in version `to`, as a new version; 409 when `version` is not the newest. Only owners put back other groups than home, menus and pages',
  body: Type.Object({ version, to: Type.Integer({ minimum: 0 }) }),
  data: saved,
  audit: 'site.restore',
  invalidates: SHOWN_BY,
})

/** Maximum size of a logo or seal, in bytes. */
export const SITE_PICTURE_MAX_BYTES = 2 * 1024 * 1024

export const uploadSitePicture = defineCall('POST /v1/manage/site/picture', {
  access: 'staff',
  duties: ['owner'],
  summary:
    'Ours: stores a logo or seal, PNG or SVG, and answers its address. An SVG keeps shapes and colours alone, or is refused',
  upload: 'multipartFile',
  data: Type.String(),
  audit: 'site.picture',
})

/** Public pages on which settings can be previewed. */
const PREVIEW_PATHS = ['/', '/contact-us', '/navigation'] as const
export type SitePreviewPath = (typeof PREVIEW_PATHS)[number]

export const previewSite = defineCall('POST /v1/manage/site/preview', {
  access: 'staff',
  duties: ['edit'],
  summary: 'Ours: makes a preview of a public page with settings that are not saved; checked like a save',
  body: Type.Object({
    /** Members that differ. */
    settings: SiteChange,
    path: Type.Unsafe<SitePreviewPath>({ type: 'string', enum: [...PREVIEW_PATHS] }),
  }),
  data: MadePreview,
  audit: null,
})

export const manageSiteCalls = [
  getManagedSite,
  saveSite,
  listSiteVersions,
  restoreSite,
  uploadSitePicture,
  previewSite,
] as const
