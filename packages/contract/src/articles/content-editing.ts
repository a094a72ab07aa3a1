import { Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullableNumber, numericId } from '../shapes.ts'
import { minute } from './article-shapes.ts'
import {
  articleParams,
  ContentDraft,
  ContentForm,
  ContentLock,
  ContentVersion,
  contentForm,
  seenVersion,
} from './content.ts'
import { MadePreview } from './preview.ts'

/** Ours: drafts, previews, versions, locks and schedules of articles and standing pages. */

const editors = { access: 'staff', duties: ['edit'] } as const

/** Drafts are saved while typing, are visible to staff only, and are no versions. */
export const saveContentDraft = defineCall('PUT /v1/manage/articles/{id}/draft', {
  ...editors,
  summary: 'Ours: stores the unpublished text of the caller',
  params: articleParams,
  body: Type.Object({ baseVersion: seenVersion, form: contentForm }),
  data: Type.Object({ time: Type.String() }),
  audit: null,
})

export const dropContentDraft = defineCall('DELETE /v1/manage/articles/{id}/draft', {
  ...editors,
  summary: 'Ours: drops the unpublished text of the caller',
  params: articleParams,
  data: nothing,
  audit: null,
})

export const previewContent = defineCall('POST /v1/manage/articles/{id}/preview', {
  ...editors,
  summary: 'Ours: makes a preview of a text, or of a stored version, in its place on the public site',
  params: articleParams,
  body: Type.Object({
    /** Text as typed. */
    form: Type.Optional(contentForm),
    /** Number of a stored version, when `form` is left out. */
    version: Type.Optional(numericId),
  }),
  data: MadePreview,
  audit: null,
})

export const listContentVersions = defineCall('GET /v1/manage/articles/{id}/versions', {
  ...editors,
  summary: 'Ours: versions of an article or standing page, the newest first',
  params: articleParams,
  query: Type.Object({ after: Type.Optional(Type.Integer({ minimum: 1 })) }),
  data: Type.Object({ records: Type.Array(ContentVersion), hasMore: Type.Boolean() }),
})

export const getContentVersion = defineCall('GET /v1/manage/articles/{id}/versions/{version}', {
  ...editors,
  summary: 'Ours: the text of a version',
  params: Type.Object({ id: numericId, version: numericId }),
  data: Type.Object({ ...ContentVersion.properties, form: ContentForm }),
})

export const restoreContentVersion = defineCall('POST /v1/manage/articles/{id}/versions/{version}/restore', {
  ...editors,
  summary: 'Ours: makes a draft of the caller from an old version; what readers see stays',
  params: Type.Object({ id: numericId, version: numericId }),
  data: ContentDraft,
  audit: 'content.restore',
})

export const lockContent = defineCall('POST /v1/manage/articles/{id}/lock', {
  ...editors,
  summary: 'Ours: begins or renews editing; the answer says who holds the article',
  params: articleParams,
  body: Type.Object({
    unsaved: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    /** Seconds since the last keystroke. */
    idleSeconds: nullableNumber,
  }),
  data: ContentLock,
  audit: null,
})

export const unlockContent = defineCall('DELETE /v1/manage/articles/{id}/lock', {
  ...editors,
  summary: 'Ours: ends editing',
  params: articleParams,
  data: nothing,
  audit: null,
})

export const takeOverContent = defineCall('POST /v1/manage/articles/{id}/takeOver', {
  ...editors,
  summary: 'Ours: takes over from who edits; the other gets a notice, and the unsaved text stays as a draft',
  params: articleParams,
  data: ContentLock,
  audit: 'content.takeOver',
})

export const scheduleContent = defineCall('PUT /v1/manage/articles/{id}/schedule', {
  ...editors,
  summary:
    'Ours: publishes this text at a set time, unless the article has changed by then; without a text, moves the time that is set',
  params: articleParams,
  body: Type.Object({ version: seenVersion, publishAt: minute, form: Type.Optional(contentForm) }),
  data: nothing,
  audit: 'content.schedule',
})

export const unscheduleContent = defineCall('DELETE /v1/manage/articles/{id}/schedule', {
  ...editors,
  summary: 'Ours: cancels a publication; its text becomes a draft of the caller',
  params: articleParams,
  data: nothing,
  audit: 'content.unschedule',
})

export const contentEditingCalls = [
  saveContentDraft,
  dropContentDraft,
  previewContent,
  listContentVersions,
  getContentVersion,
  restoreContentVersion,
  lockContent,
  unlockContent,
  takeOverContent,
  scheduleContent,
  unscheduleContent,
] as const
