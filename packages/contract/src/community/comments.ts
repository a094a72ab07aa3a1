import { type Static, Type } from 'typebox'
import { ArticleListItem } from '../articles/articles.ts'
import { defineCall } from '../call.ts'
import {
  nothing,
  nullable,
  nullableBoolean,
  nullableNumber,
  nullableString,
  numericId,
  page,
  paging,
  userId,
  wireDate,
} from '../shapes.ts'

const commentMembers = {
  id: Type.Integer(),
  userId: Type.Optional(nullableString),
  nickname: Type.Optional(nullableString),
  avatar: Type.Optional(nullableString),
  webSite: Type.Optional(nullableString),
  /** Ours: the writer is an owner or editor. */
  isStaff: Type.Optional(nullableBoolean),
  replyUserId: Type.Optional(nullableString),
  replyNickname: Type.Optional(nullableString),
  replyWebSite: Type.Optional(nullableString),
  /** Text whose only elements are `<img>`. */
  content: Type.String(),
  createTime: Type.Optional(wireDate),
  createTimeStr: Type.Optional(nullableString),
  browser: Type.Optional(nullableString),
  browserVersion: Type.Optional(nullableString),
  system: Type.Optional(nullableString),
  systemVersion: Type.Optional(nullableString),
  /** Place of the writer, parts joined by `|`. */
  ipAddress: Type.Optional(nullableString),
}

/** A reply: one level deep only, newest first. */
export const Reply = Type.Object({ ...commentMembers, children: Type.Optional(nullable(Type.Array(Type.Unknown()))) })
export const Comment = Type.Object({ ...commentMembers, children: Type.Optional(nullable(Type.Array(Reply))) })
export type Comment = Static<typeof Comment>

/** Calls whose answers depend on comments. */
export const COMMENTS = ['/v1/comment/', '/v1/article/info']

export const listComments = defineCall('GET /v1/comment/', {
  access: 'public',
  summary: 'Top-level comments of an article, newest first, each with its replies',
  query: Type.Object({
    articleId: numericId,
    pageNo: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    pageSize: Type.Integer({ minimum: 1, maximum: 100 }),
    /**
     * Ours: opens the page with this comment, or with the comment that it answers, instead of `pageNo`; `current` is the number
     * of that page.
     */
    commentId: Type.Optional(numericId),
  }),
  data: page(Comment),
  /** Ours: false when the article takes no more comments. */
  extra: Type.Object({ isOpen: Type.Optional(Type.Boolean()) }),
  cache: { freshSeconds: 5, sameForAll: true },
  html: { 'records[].content': 'comment', 'records[].children[].content': 'comment' },
})

export const postComment = defineCall('POST /v1/comment/', {
  access: 'member',
  summary: 'Comments on an article, or answers a comment',
  body: Type.Object({
    articleId: numericId,
    content: Type.String({ minLength: 1, maxLength: 2000 }),
    browser: Type.Optional(Type.String({ maxLength: 64 })),
    browserVersion: Type.Optional(Type.String({ maxLength: 64 })),
    parentId: Type.Optional(nullable(numericId)),
    replyUserId: Type.Optional(nullable(userId)),
  }),
  data: Type.Object({
    ...commentMembers,
    articleId: Type.Optional(nullableNumber),
    parentId: Type.Optional(nullableNumber),
  }),
  /** Ours: the comment waits for approval, and nobody but its writer sees it. */
  extra: Type.Object({ waiting: Type.Optional(Type.Boolean()) }),
  html: { content: 'comment' },
  rateLimited: true,
  invalidates: COMMENTS,
})

/** State of a comment that is hidden from readers. */
export const OWN_HELD_STATES = ['waiting', 'rejected'] as const

export const listWaitingComments = defineCall('GET /v1/comment/waiting', {
  access: 'member',
  summary: "Ours: the caller's comments on an article that wait for approval or were rejected, newest first",
  query: Type.Object({ articleId: numericId }),
  data: Type.Array(
    Type.Object({
      ...commentMembers,
      state: Type.Unsafe<(typeof OWN_HELD_STATES)[number]>({ type: 'string', enum: [...OWN_HELD_STATES] }),
    }),
  ),
  html: { '[].content': 'comment' },
})

export const deleteComment = defineCall('DELETE /v1/comment/', {
  access: 'member',
  summary: 'Ours: deletes an own comment with its answers; editors any',
  query: Type.Object({ id: numericId }),
  data: nothing,
  invalidates: COMMENTS,
})

export const reportComment = defineCall('POST /v1/comment/report', {
  access: 'member',
  summary: 'Ours: shows a comment to the editors; again is a no-op',
  body: Type.Object({ id: numericId, reason: Type.String({ minLength: 1, maxLength: 200 }) }),
  data: nothing,
  rateLimited: true,
})

export const listOwnComments = defineCall('GET /v1/comment/getMyComment', {
  access: 'member',
  summary: "Articles the caller commented on, with the comment's text",
  query: Type.Object(paging),
  data: page(ArticleListItem),
  html: { 'records[].commentContent': 'comment' },
})

export const commentCalls = [
  listComments,
  postComment,
  listWaitingComments,
  deleteComment,
  reportComment,
  listOwnComments,
] as const
