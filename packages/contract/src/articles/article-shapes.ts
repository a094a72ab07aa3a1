import { type Static, Type } from 'typebox'
import { nullable, nullableString, numericId } from '../shapes.ts'
import { ContentDraft, ContentForm, ContentLock, contentState, nullablePageKey, remarks } from './content.ts'

/** Shapes of the calls for the articles of all writers. */

/** `yyyy-MM-dd HH:mm` in UTC+8. */
export const minute = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$', examples: ['2030-12-01 09:00'] })

export const ManagedArticle = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  userId: Type.String(),
  /** Nickname of the writer. */
  nickname: Type.String(),
  categoryId: Type.Integer(),
  categoryName: Type.String(),
  state: contentState,
  /** Time at which a scheduled article is published. */
  publishAt: nullableString,
  isStick: Type.Integer(),
  isRecommend: Type.Integer(),
  isCarousel: Type.Integer(),
  /** Number of times that the article was read. */
  quantity: Type.Integer(),
  /** Time of the last change of the text. */
  changeTime: Type.String(),
  version: Type.Integer(),
  /** Name of the person who edits the article now; `null`: nobody, or the caller. */
  lockedBy: nullableString,
  /** Whether any editor has a draft of it; several articles with drafts are not published together. */
  hasDraft: Type.Boolean(),
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
  /** Name of the person who saved the version. */
  editorName: nullableString,
  changeTime: Type.String(),
  /** Key of the standing page that the article holds. */
  pageKey: nullablePageKey,
  /** Address that staff have given to it, the last part of its path; `null`: the number is the address. */
  slug: nullableString,
  /** The text is still the template of a new installation. */
  isTemplate: Type.Boolean(),
  form: ContentForm,
  /** The caller's draft. */
  draft: nullable(ContentDraft),
  /** Drafts of other staff. */
  drafts: Type.Array(ContentDraft),
  schedule: nullable(
    Type.Object({
      publishAt: Type.String(),
      editorName: nullableString,
      /** Version that was seen when the text was scheduled. */
      baseVersion: Type.Integer(),
      form: ContentForm,
    }),
  ),
  lock: nullable(ContentLock),
})

/** Filters of the list of articles. */
export const articleFilter = {
  view: Type.Optional(Type.Unsafe<ArticleView>({ type: 'string', enum: [...VIEWS] })),
  /** Words of the title, or the whole number of the article. */
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  categoryId: Type.Optional(numericId),
  tagId: Type.Optional(numericId),
  /** Nickname of the writer. */
  author: Type.Optional(Type.String({ maxLength: 64 })),
  /** Earliest day of the last change. */
  from: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-08-01'] })),
}

/** One change to several articles; the call adds the articles. */
export const bulkChange = {
  action: Type.Unsafe<BulkAction>({ type: 'string', enum: [...BULK_ACTIONS] }),
  /** `move`: the new category. */
  categoryId: Type.Optional(numericId),
  /** `tag`, `untag`: the tag. */
  tagId: Type.Optional(numericId),
  /** `schedule`: the time of publication. */
  publishAt: Type.Optional(minute),
}

export const SkippedArticle = Type.Object({ id: Type.Integer(), title: Type.String(), reason: Type.String() })
export type SkippedArticle = Static<typeof SkippedArticle>
