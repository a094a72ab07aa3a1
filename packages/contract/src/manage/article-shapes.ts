import { type Static, Type } from 'typebox'
import { nullable, nullableString, numericId } from '../shapes.ts'
import { ContentDraft, ContentForm, ContentLock, contentState, nullablePageKey, remarks } from './content.ts'

/** What the calls for articles of everybody take and answer. */

/** `yyyy-MM-dd HH:mm` in UTC+8. */
export const minute = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$', examples: ['2030-12-01 09:00'] })

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

export const BULK_ACTIONS = [
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

export const VIEWS = ['all', 'waiting', 'draft', 'scheduled', 'published', 'offShelf'] as const
export type ArticleView = (typeof VIEWS)[number]

/** An article or standing page with everything that its editor needs. */
export const ManagedContent = Type.Object({
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
})

/** What the list of articles is filtered by. */
export const articleFilter = {
  view: Type.Optional(Type.Unsafe<ArticleView>({ type: 'string', enum: [...VIEWS] })),
  /** In the title, or the whole number of the article. */
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  categoryId: Type.Optional(numericId),
  tagId: Type.Optional(numericId),
  /** Nickname of the writer. */
  author: Type.Optional(Type.String({ maxLength: 64 })),
  /** First day of the last change. */
  from: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-08-01'] })),
}

/** One change to several articles, without them. */
export const bulkChange = {
  action: Type.Unsafe<BulkAction>({ type: 'string', enum: [...BULK_ACTIONS] }),
  /** Of `move`. */
  categoryId: Type.Optional(numericId),
  /** Of `tag` and `untag`. */
  tagId: Type.Optional(numericId),
  /** Of `schedule`. */
  publishAt: Type.Optional(minute),
}

export const SkippedArticle = Type.Object({ id: Type.Integer(), title: Type.String(), reason: Type.String() })
export type SkippedArticle = Static<typeof SkippedArticle>
