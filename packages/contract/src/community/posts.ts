import { type Static, Type } from 'typebox'
import { UserInfo } from '../accounts/users.ts'
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
  sentence,
  userId,
  wireDate,
} from '../shapes.ts'

/** Calls whose answers depend on short posts. */
const LISTS_OF_POSTS = ['/v1/say/getSayList']

const PostComment = Type.Object({
  /** Id of the comment, with which it can be deleted. The reference upstream sends it; others send `null`. */
  id: Type.Optional(nullableString),
  userId: Type.Optional(nullableString),
  nickname: Type.Optional(nullableString),
  /** Ours: the writer is an owner or editor. */
  isStaff: Type.Optional(nullableBoolean),
  replyUserId: Type.Optional(nullableString),
  replyUserNickname: Type.Optional(nullableString),
  sayId: Type.Optional(nullableString),
  content: Type.String(),
  ip: Type.Optional(nullableString),
  ipAddress: Type.Optional(nullableString),
  createTime: Type.Optional(wireDate),
  createTimeStr: Type.Optional(nullableString),
})

/** A short post. */
export const Post = Type.Object({
  id: Type.String(),
  userId: Type.Optional(nullableString),
  nickname: Type.Optional(nullableString),
  avatar: Type.Optional(nullableString),
  /** Ours: the writer is an owner or editor. */
  isStaff: Type.Optional(nullableBoolean),
  /** Addresses of pictures joined by commas, often with a trailing comma. */
  imgUrl: Type.Optional(nullableString),
  /** Ours: smaller widths of the large ones of these pictures, as `srcset` of HTML. */
  imgSets: Type.Optional(Type.Array(Type.Object({ imgUrl: Type.String(), srcSet: nullableString }))),
  content: Type.String(),
  address: Type.Optional(nullableString),
  isPublic: Type.Optional(nullableNumber),
  userLikeList: Type.Optional(nullable(Type.Array(UserInfo))),
  isLike: Type.Optional(nullableBoolean),
  sayCommentVOList: Type.Optional(nullable(Type.Array(PostComment))),
  createTime: Type.Optional(wireDate),
  createTimeStr: Type.Optional(nullableString),
})
export type Post = Static<typeof Post>

export const listPosts = defineCall('GET /v1/say/getSayList', {
  access: 'public',
  summary: 'Short posts, newest first',
  query: Type.Object(paging),
  data: page(Post),
  cache: { freshSeconds: 10 },
  html: { 'records[].content': 'comment', 'records[].sayCommentVOList[].content': 'comment' },
})

export const likePost = defineCall('GET /v1/say/like', {
  access: 'member',
  summary: 'Likes a short post, or takes the like back; a GET that changes state',
  changesState: true,
  query: Type.Object({ sayId: Type.String({ minLength: 1, maxLength: 64 }) }),
  data: sentence,
  invalidates: LISTS_OF_POSTS,
})

export const commentOnPost = defineCall('POST /v1/say/comment', {
  access: 'member',
  summary: 'Comments on a short post',
  body: Type.Object({
    sayId: Type.String({ minLength: 1, maxLength: 64 }),
    content: Type.String({ minLength: 1, maxLength: 1000 }),
    replyUserId: Type.Optional(nullable(userId)),
  }),
  data: nothing,
  /** Ours: the id of the new comment, with which it can be deleted. */
  extra: Type.Object({ id: Type.Optional(nullableString) }),
  invalidates: LISTS_OF_POSTS,
})

export const deletePostComment = defineCall('DELETE /v1/say/comment', {
  access: 'member',
  summary: 'Ours: deletes an own comment on a short post; editors any',
  query: Type.Object({ id: numericId }),
  data: nothing,
  invalidates: LISTS_OF_POSTS,
})

export const createPost = defineCall('POST /v1/say/insertSay', {
  access: 'owner',
  summary: 'Adds a short post',
  body: Type.Object({
    content: Type.String({ minLength: 1, maxLength: 2000 }),
    imgUrl: Type.Optional(Type.String({ maxLength: 10_000 })),
    address: Type.Optional(Type.String({ maxLength: 100 })),
    isPublic: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^[01]$' })])),
  }),
  data: nothing,
  invalidates: LISTS_OF_POSTS,
})

export const deletePost = defineCall('DELETE /v1/say/', {
  access: 'owner',
  summary: 'Ours: deletes a short post',
  query: Type.Object({ sayId: Type.String({ minLength: 1, maxLength: 64 }) }),
  data: nothing,
  invalidates: LISTS_OF_POSTS,
})

export const postCalls = [listPosts, likePost, commentOnPost, deletePostComment, createPost, deletePost] as const
