import { type Static, Type } from 'typebox'
import { ARTICLE_LISTS } from '../article-writing.ts'
import { defineCall } from '../call.ts'
import { nothing, nullable, nullableNumber, nullableString, numericId } from '../shapes.ts'
import {
  articleParams,
  BULK_MAX,
  ContentDraft,
  ContentForm,
  ContentLock,
  ContentVersion,
  contentForm,
  contentState,
  nullablePageKey,
  remarks,
  seenVersion,
} from './content.ts'

/** Ours: articles of everybody, for editors. */

const editors = { access: 'staff', duties: ['edit'] } as const

/** `yyyy-MM-dd HH:mm` in UTC+8. */
const minute = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$', examples: ['2030-12-01 09:00'] })

export const ManagedArticle = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  userId: Type.String(),
  /** The writer. */
  nickname: Type.String(),
  categoryId: Type.Integer(),
  categoryName: Type.String(),
  state: contentState,
  /** Of a scheduled one. */
  publishAt: nullableString,
  isStick: Type.Integer(),
  isRecommend: Type.Integer(),
  isCarousel: Type.Integer(),
  /** Reads. */
  quantity: Type.Integer(),
  /** When the text was last changed. */
  changeTime: Type.String(),
  version: Type.Integer(),
  /** Who edits it now. */
  lockedBy: nullableString,
  ...remarks,
})
export type ManagedArticle = Static<typeof ManagedArticle>

const BULK_ACTIONS = [
  'move',
  'tag',
  'untag',
  'stick',
  'unstick',
  'recommend',
  'unrecommend',
  'carousel',
  'uncarousel',
  'publish',
  'takeOff',
  'schedule',
] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

const VIEWS = ['all', 'waiting', 'draft', 'scheduled', 'published', 'offShelf'] as const
export type ArticleView = (typeof VIEWS)[number]

export const listManagedArticles = defineCall('GET /v1/manage/articles', {
  ...editors,
  summary: 'Ours: articles of everybody, the last changed first, without the standing pages',
  query: Type.Object({
    view: Type.Optional(Type.Unsafe<ArticleView>({ type: 'string', enum: [...VIEWS] })),
    /** In the title, or the whole number of the article. */
    keyword: Type.Optional(Type.String({ maxLength: 100 })),
    categoryId: Type.Optional(numericId),
    tagId: Type.Optional(numericId),
    /** Nickname of the writer. */
    author: Type.Optional(Type.String({ maxLength: 64 })),
    /** First day of the last change. */
    from: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-08-01'] })),
    /** `next` of the page before. */
    after: Type.Optional(Type.String({ pattern: '^\\d{1,16}_\\d{1,16}$', examples: ['1795000000000_7'] })),
  }),
  data: Type.Object({ records: Type.Array(ManagedArticle), next: nullableString }),
})

const count = Type.Integer()

export const countManagedArticles = defineCall('GET /v1/manage/articles/counts', {
  ...editors,
  summary: 'Ours: how many articles each view has, exact up to 1000, and how many faults the check has found',
  data: Type.Object({
    ...{ all: count, waiting: count, draft: count, scheduled: count, published: count, offShelf: count },
    faults: count,
  }),
})

export const createManagedArticle = defineCall('POST /v1/manage/articles', {
  ...editors,
  summary: 'Ours: a new article as a draft; its writer is the caller',
  body: Type.Object({ form: contentForm }),
  data: Type.Object({ id: Type.Integer() }),
  audit: 'article.create',
})

export const getManagedArticle = defineCall('GET /v1/manage/articles/{id}', {
  ...editors,
  summary: 'Ours: an article or standing page with everything that its editor needs',
  params: articleParams,
  data: Type.Object({
    id: Type.Integer(),
    version: Type.Integer(),
    state: contentState,
    userId: Type.String(),
    nickname: Type.String(),
    /** Who saved the version, and when. */
    editorName: nullableString,
    changeTime: Type.String(),
    /** Of a standing page. */
    pageKey: nullablePageKey,
    /** The text is still the template of a new installation. */
    isTemplate: Type.Boolean(),
    form: ContentForm,
    /** The caller's. */
    draft: nullable(ContentDraft),
    /** Of others. */
    drafts: Type.Array(ContentDraft),
    schedule: nullable(Type.Object({ publishAt: Type.String(), editorName: nullableString, form: ContentForm })),
    lock: nullable(ContentLock),
  }),
})

export const saveManagedArticle = defineCall('PUT /v1/manage/articles/{id}', {
  ...editors,
  summary: 'Ours: saves a new version of an article; the draft of the caller is gone then',
  params: articleParams,
  body: Type.Object({
    version: seenVersion,
    form: contentForm,
    /** The state afterwards; left out: as before. */
    state: Type.Optional(
      Type.Unsafe<'draft' | 'published' | 'offShelf'>({ type: 'string', enum: ['draft', 'published', 'offShelf'] }),
    ),
  }),
  data: Type.Object({ version: Type.Integer(), state: contentState }),
  audit: 'article.save',
  invalidates: ARTICLE_LISTS,
})

export const deleteManagedArticle = defineCall('DELETE /v1/manage/articles/{id}', {
  access: 'staff',
  duties: ['owner'],
  fresh: true,
  summary: 'Ours: deletes an article with its versions and comments for good; never a standing page',
  params: articleParams,
  query: Type.Object({ version: seenVersion }),
  data: nothing,
  audit: 'article.delete',
  invalidates: ARTICLE_LISTS,
})

export const bulkManagedArticles = defineCall('POST /v1/manage/articles/bulk', {
  ...editors,
  summary: 'Ours: one change to several articles; the answer names those that were skipped, and why',
  body: Type.Object({
    ids: Type.Array(numericId, { minItems: 1, maxItems: BULK_MAX }),
    action: Type.Unsafe<BulkAction>({ type: 'string', enum: [...BULK_ACTIONS] }),
    /** Of `move`. */
    categoryId: Type.Optional(numericId),
    /** Of `tag` and `untag`. */
    tagId: Type.Optional(numericId),
    /** Of `schedule`. */
    publishAt: Type.Optional(minute),
  }),
  data: Type.Object({
    done: Type.Array(Type.Integer()),
    skipped: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String(), reason: Type.String() })),
  }),
  audit: 'article.bulk',
  invalidates: ARTICLE_LISTS,
})

/** Drafts: saved while typing, seen by staff alone, no versions. */
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
  summary: 'Ours: publishes this text at a set time, unless the article has changed by then',
  params: articleParams,
  body: Type.Object({ version: seenVersion, publishAt: minute, form: contentForm }),
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

export const managedArticleCalls = [
  listManagedArticles,
  countManagedArticles,
  createManagedArticle,
  getManagedArticle,
  saveManagedArticle,
  deleteManagedArticle,
  bulkManagedArticles,
  saveContentDraft,
  dropContentDraft,
  listContentVersions,
  getContentVersion,
  restoreContentVersion,
  lockContent,
  unlockContent,
  takeOverContent,
  scheduleContent,
  unscheduleContent,
] as const
