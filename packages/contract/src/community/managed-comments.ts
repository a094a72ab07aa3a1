import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullableString, numericId, wireDate } from '../shapes.ts'
import { COMMENT_BULK_MAX, COMMENT_DAYS_MAX, COMMENTS_ALWAYS, HOLD_REASONS, type HoldReason } from './comment-policy.ts'
import { COMMENTS } from './comments.ts'

/** Ours: calls of staff for the queue of comments. */

const staff = { access: 'staff', duties: ['edit', 'support'] } as const
const reason = Type.Unsafe<HoldReason>({ type: 'string', enum: Object.keys(HOLD_REASONS) })

export const ManagedComment = Type.Object({
  id: Type.Integer(),
  articleId: Type.Integer(),
  articleTitle: Type.String(),
  userId: nullableString,
  nickname: nullableString,
  registerTime: wireDate,
  /** Nickname of the person whom it answers. */
  replyNickname: nullableString,
  /** Plain text; pictures are `pictures`. */
  text: Type.String(),
  /** Addresses of pictures of this site. */
  pictures: Type.Array(Type.String()),
  createTime: wireDate,
  reasons: Type.Array(reason),
  /** The listed word that held it back, as it was listed then. */
  word: nullableString,
  /** When it was rejected or deleted. */
  changeTime: wireDate,
  changedBy: nullableString,
})
export type ManagedComment = Static<typeof ManagedComment>

const filter = {
  /** Part of the text, of the writer's name or of the article's title. */
  q: Type.Optional(Type.String({ maxLength: 40 })),
  articleId: Type.Optional(numericId),
  /** Id of the last comment on the page before. */
  after: Type.Optional(numericId),
}
const list = Type.Object({ records: Type.Array(ManagedComment), hasMore: Type.Boolean() })

export const listManagedComments = defineCall('GET /v1/manage/comments', {
  ...staff,
  summary: 'Ours: waiting comments, oldest first; approved or rejected ones, newest first',
  query: Type.Object({
    state: Type.Unsafe<'waiting' | 'shown' | 'rejected'>({ type: 'string', enum: ['waiting', 'shown', 'rejected'] }),
    reason: Type.Optional(reason),
    ...filter,
  }),
  data: list,
})

export const listDeletedComments = defineCall('GET /v1/manage/comments/deleted', {
  ...staff,
  summary: 'Ours: comments that staff have deleted within 180 days, newest first; each view is recorded',
  query: Type.Object(filter),
  data: list,
  audit: 'comment.view',
})

const count = Type.Integer()

export const countManagedComments = defineCall('GET /v1/manage/comments/counts', {
  ...staff,
  summary: 'Ours: how many comments each view has, exact up to 1000, and since when the oldest one waits',
  data: Type.Object({ waiting: count, shown: count, rejected: count, deleted: count, oldestTime: wireDate }),
})

const ids = Type.Array(numericId, { minItems: 1, maxItems: COMMENT_BULK_MAX })
const many = {
  ...staff,
  body: Type.Object({ ids }),
  data: Type.Object({
    done: Type.Array(Type.Integer()),
    /** Comments that stay as they are, and why. */
    skipped: Type.Array(Type.Object({ id: Type.Integer(), reason: Type.String() })),
  }),
  invalidates: COMMENTS,
} as const

export const approveComments = defineCall('POST /v1/manage/comments/approve', {
  ...many,
  summary: 'Ours: shows waiting or rejected comments to readers; their notices leave now',
  audit: 'comment.approve',
})

export const rejectComments = defineCall('POST /v1/manage/comments/reject', {
  ...many,
  summary: 'Ours: rejects waiting comments; their writers get no notice',
  audit: 'comment.reject',
})

export const returnComments = defineCall('POST /v1/manage/comments/return', {
  ...many,
  /** `isUndo`: the call undoes an approval, and the reasons are those from before it. */
  body: Type.Object({ ids, isUndo: Type.Optional(Type.Boolean()) }),
  summary: 'Ours: puts approved or rejected comments back into the queue; their notices are gone then',
  audit: 'comment.return',
})

export const deleteComments = defineCall('POST /v1/manage/comments/delete', {
  ...many,
  summary: 'Ours: deletes approved comments with their replies; they can be restored for 180 days',
  audit: 'comment.delete',
})

export const restoreComments = defineCall('POST /v1/manage/comments/restore', {
  ...many,
  summary: 'Ours: shows deleted comments to readers again',
  audit: 'comment.restore',
})

const article = { params: Type.Object({ id: numericId }) }
const commentDays = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: COMMENTS_ALWAYS,
  maximum: COMMENT_DAYS_MAX,
})

export const getArticleComments = defineCall('GET /v1/manage/articles/{id}/comments', {
  access: 'staff',
  duties: ['edit'],
  ...article,
  summary:
    'Ours: for how many days after its publication an article takes comments; 0: none, -1: always, null: as the site',
  data: Type.Object({
    days: commentDays,
    /** Days after which the comments of an article close, as the settings of the site say; `null`: never. */
    siteDays: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: COMMENT_DAYS_MAX }),
  }),
})

export const setArticleComments = defineCall('PUT /v1/manage/articles/{id}/comments', {
  access: 'staff',
  duties: ['edit'],
  ...article,
  summary: 'Ours: opens or closes the comments of an article; those that exist stay',
  body: Type.Object({ days: commentDays }),
  data: nothing,
  audit: 'article.comments',
  invalidates: COMMENTS,
})

export const managedCommentCalls = [
  getArticleComments,
  setArticleComments,
  listManagedComments,
  listDeletedComments,
  countManagedComments,
  approveComments,
  rejectComments,
  returnComments,
  deleteComments,
  restoreComments,
] as const
