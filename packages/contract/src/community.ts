import { type Static, Type } from 'typebox'
import { ArticleListItem } from './articles.ts'
import { defineCall } from './call.ts'
import {
  nothing,
  nullable,
  nullableBoolean,
  nullableNumber,
  nullableString,
  numericId,
  page,
  paging,
  sentence,
  userId,
  wireDate,
} from './shapes.ts'
import { UserInfo } from './users.ts'

const commentMembers = {
  id: Type.Integer(),
  userId: Type.Optional(nullableString),
  nickname: Type.Optional(nullableString),
  avatar: Type.Optional(nullableString),
  webSite: Type.Optional(nullableString),
  replyUserId: Type.Optional(nullableString),
  replyNickname: Type.Optional(nullableString),
  replyWebSite: Type.Optional(nullableString),
  /** Text that may hold `<img>` only. */
  content: Type.String(),
  createTime: Type.Optional(wireDate),
  createTimeStr: Type.Optional(nullableString),
  browser: Type.Optional(nullableString),
  browserVersion: Type.Optional(nullableString),
  system: Type.Optional(nullableString),
  systemVersion: Type.Optional(nullableString),
  /** Place, parts joined by `|`. */
  ipAddress: Type.Optional(nullableString),
}

/** A reply: one level deep only, newest first (fact sheet 3.7). */
export const Reply = Type.Object({ ...commentMembers, children: Type.Optional(nullable(Type.Array(Type.Unknown()))) })
export const Comment = Type.Object({ ...commentMembers, children: Type.Optional(nullable(Type.Array(Reply))) })
export type Comment = Static<typeof Comment>

/** What a comment changes. */
const COMMENTS = ['/v1/comment/', '/v1/article/info']
/** What anything about a short post changes. */
const SAYS = ['/v1/say/getSayList']

export const listComments = defineCall({
  method: 'GET',
  path: '/v1/comment/',
  access: 'public',
  summary: 'Top-level comments of an article, newest first, each with its replies',
  query: Type.Object({
    articleId: numericId,
    pageNo: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    pageSize: Type.Integer({ minimum: 1, maximum: 100 }),
    /** Ours: the page that holds this comment, or the comment that it answers, in place of `pageNo`; `current` says which. */
    commentId: Type.Optional(numericId),
  }),
  data: page(Comment),
  cache: { freshSeconds: 5, sameForAll: true },
  html: { 'records[].content': 'comment', 'records[].children[].content': 'comment' },
})

export const postComment = defineCall({
  method: 'POST',
  path: '/v1/comment/',
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
  html: { content: 'comment' },
  rateLimited: true,
  outdates: COMMENTS,
})

export const deleteComment = defineCall({
  method: 'DELETE',
  path: '/v1/comment/',
  access: 'member',
  summary: 'Ours: deletes an own comment with its answers; editors any',
  query: Type.Object({ id: numericId }),
  data: nothing,
  outdates: COMMENTS,
})

export const reportComment = defineCall({
  method: 'POST',
  path: '/v1/comment/report',
  access: 'member',
  summary: 'Ours: shows a comment to the editors; again is a no-op',
  body: Type.Object({ id: numericId, reason: Type.String({ minLength: 1, maxLength: 200 }) }),
  data: nothing,
  rateLimited: true,
})

export const listOwnComments = defineCall({
  method: 'GET',
  path: '/v1/comment/getMyComment',
  access: 'member',
  summary: "Articles the caller commented on, with the comment's text",
  query: Type.Object(paging),
  data: page(ArticleListItem),
  html: { 'records[].commentContent': 'comment' },
})

export const listFavourites = defineCall({
  method: 'GET',
  path: '/v1/collect/',
  access: 'member',
  summary: "The caller's favourites, newest first",
  query: Type.Object(paging),
  data: page(ArticleListItem),
  html: { 'records[].content': 'article' },
})

const articleQuery = Type.Object({ articleId: numericId })

export const addFavourite = defineCall({
  method: 'GET',
  path: '/v1/collect/collect',
  access: 'member',
  summary: 'Adds a favourite; a GET that changes state',
  query: articleQuery,
  data: nothing,
  rateLimited: true,
})

export const removeFavourite = defineCall({
  method: 'DELETE',
  path: '/v1/collect/',
  access: 'member',
  summary: 'Takes a favourite back',
  query: articleQuery,
  data: nothing,
  rateLimited: true,
})

const SayComment = Type.Object({
  /** Ours gives it, in digits, so that a comment can be deleted; the fact sheet's upstreams say `null` (3.8). */
  id: Type.Optional(nullableString),
  userId: Type.Optional(nullableString),
  nickname: Type.Optional(nullableString),
  replyUserId: Type.Optional(nullableString),
  replyUserNickname: Type.Optional(nullableString),
  sayId: Type.Optional(nullableString),
  content: Type.String(),
  ip: Type.Optional(nullableString),
  ipAddress: Type.Optional(nullableString),
  createTime: Type.Optional(wireDate),
  createTimeStr: Type.Optional(nullableString),
})

/** A short post (fact sheet 3.8). */
export const Say = Type.Object({
  id: Type.String(),
  userId: Type.Optional(nullableString),
  nickname: Type.Optional(nullableString),
  avatar: Type.Optional(nullableString),
  /** Picture addresses joined by commas, often with one too many. */
  imgUrl: Type.Optional(nullableString),
  content: Type.String(),
  address: Type.Optional(nullableString),
  isPublic: Type.Optional(nullableNumber),
  userLikeList: Type.Optional(nullable(Type.Array(UserInfo))),
  isLike: Type.Optional(nullableBoolean),
  sayCommentVOList: Type.Optional(nullable(Type.Array(SayComment))),
  createTime: Type.Optional(wireDate),
  createTimeStr: Type.Optional(nullableString),
})
export type Say = Static<typeof Say>

export const listSays = defineCall({
  method: 'GET',
  path: '/v1/say/getSayList',
  access: 'public',
  summary: 'Short posts, newest first',
  query: Type.Object(paging),
  data: page(Say),
  cache: { freshSeconds: 10 },
  html: { 'records[].content': 'comment', 'records[].sayCommentVOList[].content': 'comment' },
})

export const likeSay = defineCall({
  method: 'GET',
  path: '/v1/say/like',
  access: 'member',
  summary: 'Likes a short post, or takes the like back; a GET that changes state',
  query: Type.Object({ sayId: Type.String({ minLength: 1, maxLength: 64 }) }),
  data: sentence,
  outdates: SAYS,
})

export const commentSay = defineCall({
  method: 'POST',
  path: '/v1/say/comment',
  access: 'member',
  summary: 'Comments on a short post',
  body: Type.Object({
    sayId: Type.String({ minLength: 1, maxLength: 64 }),
    content: Type.String({ minLength: 1, maxLength: 1000 }),
    replyUserId: Type.Optional(nullable(userId)),
  }),
  data: nothing,
  /** Ours: of the new comment, so that it can be deleted again. */
  extra: Type.Object({ id: Type.Optional(nullableString) }),
  outdates: SAYS,
})

export const deleteSayComment = defineCall({
  method: 'DELETE',
  path: '/v1/say/comment',
  access: 'member',
  summary: 'Ours: deletes an own comment on a short post; editors any',
  query: Type.Object({ id: numericId }),
  data: nothing,
  outdates: SAYS,
})

export const createSay = defineCall({
  method: 'POST',
  path: '/v1/say/insertSay',
  access: 'owner',
  summary: 'Adds a short post',
  body: Type.Object({
    content: Type.String({ minLength: 1, maxLength: 2000 }),
    imgUrl: Type.Optional(Type.String({ maxLength: 10_000 })),
    address: Type.Optional(Type.String({ maxLength: 100 })),
    isPublic: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^[01]$' })])),
  }),
  data: nothing,
  outdates: SAYS,
})

export const deleteSay = defineCall({
  method: 'DELETE',
  path: '/v1/say/',
  access: 'owner',
  summary: 'Ours: deletes a short post',
  query: Type.Object({ sayId: Type.String({ minLength: 1, maxLength: 64 }) }),
  data: nothing,
  outdates: SAYS,
})

export const signIn = defineCall({
  method: 'GET',
  path: '/v1/sign/',
  access: 'member',
  summary: 'Daily sign-in; a GET that changes state',
  query: Type.Object({ time: Type.Optional(Type.String({ maxLength: 32 })) }),
  data: nothing,
  rateLimited: true,
})

export const getTodaysSignIn = defineCall({
  method: 'GET',
  path: '/v1/sign/validateTodayIsSign',
  access: 'member',
  summary: "Today's sign-in, null when there is none yet",
  data: nullable(
    Type.Object({
      id: Type.Optional(nullableString),
      userId: Type.Optional(nullableString),
      createTime: Type.Optional(wireDate),
    }),
  ),
})

export const listSignIns = defineCall({
  method: 'GET',
  path: '/v1/sign/getSignRecords',
  access: 'member',
  summary: 'Days signed in, `yyyy-MM-dd`',
  query: Type.Object({
    startTime: Type.Optional(Type.String({ maxLength: 32 })),
    endTime: Type.Optional(Type.String({ maxLength: 32 })),
  }),
  data: Type.Array(Type.String()),
})

export const communityCalls = [
  listComments,
  postComment,
  deleteComment,
  reportComment,
  listOwnComments,
  listFavourites,
  addFavourite,
  removeFavourite,
  listSays,
  likeSay,
  commentSay,
  deleteSayComment,
  createSay,
  deleteSay,
  signIn,
  getTodaysSignIn,
  listSignIns,
] as const
