import { type Static, Type } from 'typebox'
import { nullableString, numericId } from '../shapes.ts'
import { PAGE_KEYS, type PageKey } from './standing-pages.ts'

/** Parts that the calls for articles and standing pages share. */

/** Page size of the lists. */
export const CONTENT_PAGE_SIZE = 50
/** Maximum number of articles in one bulk action. */
const BULK_MAX = 50
/** Maximum number of stored versions of an article; a standing page keeps all. */
export const ARTICLE_VERSIONS_MAX = 100
/** Lifetime of the lock on an edited article; the editor renews it every third of this time. */
export const LOCK_SECONDS = 90
export const LOCK_RENEW_SECONDS = 30

const flag = Type.Integer({ minimum: 0, maximum: 1 })

/** All members of an article that staff edit. */
export const ContentForm = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 120 }),
  summary: Type.String({ maxLength: 400 }),
  /** Address of the cover picture; empty: none. */
  avatar: Type.String({ maxLength: 1024 }),
  keywords: Type.String({ maxLength: 200 }),
  isOriginal: flag,
  originalUrl: Type.String({ maxLength: 1024 }),
  categoryId: numericId,
  /** Ids of at most three tags. */
  tagList: Type.Array(numericId, { maxItems: 10 }),
  isStick: flag,
  isRecommend: flag,
  isCarousel: flag,
  contentMd: Type.String({ maxLength: 1_000_000 }),
})
export type ContentForm = Static<typeof ContentForm>

/** Sample of a form, for generic tests. */
export const sampleForm = {
  title: '题',
  summary: '',
  avatar: '',
  keywords: '',
  isOriginal: 1,
  originalUrl: '',
  categoryId: 32,
  tagList: [],
  isStick: 0,
  isRecommend: 0,
  isCarousel: 0,
  contentMd: '正文',
}
export const contentForm = Type.Object(ContentForm.properties, { examples: [sampleForm] })

const STATES = ['draft', 'waiting', 'scheduled', 'published', 'offShelf'] as const
/** `waiting`: awaits review. `scheduled`: a version of it is published at a set time. */
export type ContentState = (typeof STATES)[number]
export const contentState = Type.Unsafe<ContentState>({ type: 'string', enum: [...STATES] })

/** Version that the caller has read. When a newer one is stored, the answer is 409 with `current` in `extra`. */
export const seenVersion = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Articles of one bulk action. */
export const articleIds = Type.Array(numericId, { minItems: 1, maxItems: BULK_MAX })
export const articleParams = Type.Object({ id: numericId })
export const pageKey = Type.Unsafe<PageKey>({ type: 'string', enum: [...PAGE_KEYS], examples: ['about'] })
export const nullablePageKey = Type.Unsafe<PageKey | null>({ type: ['string', 'null'] })

/** Faults that the check has found in a text. */
export const remarks = {
  brokenLinks: Type.Integer(),
  picturesWithoutText: Type.Integer(),
}

/** Lock of the person who edits an article now. */
export const ContentLock = Type.Object({
  holderId: Type.String(),
  holderName: Type.String(),
  isMine: Type.Boolean(),
  /** `yyyy-MM-dd HH:mm:ss` in UTC+8. */
  since: Type.String(),
  /** Time of the last keystroke; `null`: nothing typed yet. */
  typedAt: nullableString,
  /** Number of characters that are in no stored version. */
  unsaved: Type.Integer(),
})
export type ContentLock = Static<typeof ContentLock>

/** An unpublished text of one member of staff. */
export const ContentDraft = Type.Object({
  editorId: Type.String(),
  editorName: Type.String(),
  time: Type.String(),
  /** Version on which the draft is based. */
  baseVersion: Type.Integer(),
  form: ContentForm,
})
export type ContentDraft = Static<typeof ContentDraft>

export const ContentVersion = Type.Object({
  version: Type.Integer(),
  time: Type.String(),
  /** `null`: the site itself, or a closed account. */
  editorName: nullableString,
  /** Origin of the version, e.g. the number of the version that was restored. */
  note: nullableString,
})
export type ContentVersion = Static<typeof ContentVersion>

/** Value of `extra.current` in a 409. */
export interface CurrentContent {
  version: number
  editorName: string | null
  time: string
  form: ContentForm
}
