import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import {
  nothing,
  nullable,
  nullableBoolean,
  nullableNumber,
  nullableString,
  page,
  paging,
  sentence,
  userId,
  wireDate,
} from '../shapes.ts'

const count = Type.Optional(Type.Integer({ minimum: 0 }))

const userMembers = {
  id: userId,
  userInfoId: Type.Optional(nullableNumber),
  email: Type.Optional(nullableString),
  loginType: Type.Optional(nullableNumber),
  nickname: Type.Optional(nullableString),
  /** Address of the picture; may be empty. */
  avatar: Type.Optional(nullableString),
  intro: Type.Optional(nullableString),
  webSite: Type.Optional(nullableString),
  address: Type.Optional(nullableString),
  registerTime: Type.Optional(nullableString),
  lastLoginTime: Type.Optional(nullableString),
  articleCount: count,
  collectCount: count,
  noteCount: count,
  commentCount: count,
  fansCount: count,
  watchCount: count,
  qiDayFollowedCount: count,
  /** Cover picture of the user page. */
  bjCover: Type.Optional(nullableString),
  /** Ours; other upstreams leave it out. */
  role: Type.Optional(Type.Unsafe<'user' | 'editor' | 'owner' | null>({ enum: ['user', 'editor', 'owner', null] })),
  /** Ours: the caller follows this user. */
  isFollowed: Type.Optional(nullableBoolean),
  /** Ours: time at which the account will be erased; only its owner sees it. */
  closeTime: Type.Optional(nullableString),
}

/** An account as its owner and others see it. It never contains a token. */
export const UserInfo = Type.Object(userMembers)
export type UserInfo = Static<typeof UserInfo>

/** The answer of a login: user and token in one flat object. */
export const LoginAnswer = Type.Object({ ...userMembers, token: Type.String({ minLength: 16, maxLength: 4096 }) })
export type LoginAnswer = Static<typeof LoginAnswer>

export const getUserInfo = defineCall('GET /v1/user/info', {
  access: 'public',
  summary: 'Profile of a user, by default of the caller; a visitor has to name one and sees the public part',
  query: Type.Object({ userId: Type.Optional(userId) }),
  data: nullable(UserInfo),
})

/** Uses one type list, because with two schemas the first would turn null into an empty string, which clears the value. */
function createNullableText(maxLength: number) {
  return Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength }))
}

export const updateUser = defineCall('PUT /v1/user/', {
  access: 'member',
  summary: "Edits the caller's profile; members left out or null stay unchanged, an empty string clears",
  body: Type.Object({
    nickname: createNullableText(64),
    intro: createNullableText(255),
    webSite: createNullableText(255),
    avatar: createNullableText(1024),
    email: createNullableText(254),
    bjCover: createNullableText(1024),
  }),
  data: sentence,
})

export const getUserByToken = defineCall('GET /v1/user/selectUserInfoByToken', {
  access: 'public',
  summary: 'The user a token belongs to, null for an unknown or expired token',
  query: Type.Object({ token: Type.Optional(Type.String({ maxLength: 4096 })) }),
  data: nullable(UserInfo),
  identity: { token: 'token' },
})

export const getUserCount = defineCall('GET /v1/user/getUserCount', {
  access: 'public',
  summary: 'Counters of a user page, in `extra`',
  query: Type.Object({ id: Type.Optional(userId) }),
  data: Type.Unknown(),
  extra: Type.Object({
    articleCount: Type.Integer(),
    collectCount: Type.Integer(),
    followedCount: Type.Integer(),
  }),
})

const followQuery = Type.Object({ userId })

export const follow = defineCall('POST /v1/followed/insertFollowed', {
  access: 'member',
  summary: 'Follows a user; again is a no-op',
  query: followQuery,
  data: nothing,
  rateLimited: true,
})

export const unfollow = defineCall('DELETE /v1/followed/deleteFollowed', {
  access: 'member',
  summary: 'Stops following a user; again is a no-op',
  query: followQuery,
  data: nothing,
  rateLimited: true,
})

export const listFollowed = defineCall('GET /v1/followed/', {
  access: 'member',
  summary: 'Ours: users whom the caller follows, newest first',
  query: Type.Object(paging),
  data: page(UserInfo),
})

/** A login of the caller, on one device. */
export const OwnSession = Type.Object({
  id: Type.String({ maxLength: 64 }),
  /** Browser and system in words, e.g. `Chrome · Windows`. */
  device: Type.Optional(nullableString),
  createTime: Type.Optional(wireDate),
  /** Time of the last use, precise to ten minutes. */
  lastUsedTime: Type.Optional(wireDate),
  isCurrent: Type.Boolean(),
})
export type OwnSession = Static<typeof OwnSession>

export const listSessions = defineCall('GET /v1/user/sessions', {
  access: 'member',
  summary: 'Ours: where the caller is logged in, newest first',
  data: Type.Array(OwnSession),
})

export const endSessions = defineCall('DELETE /v1/user/sessions', {
  access: 'member',
  summary: 'Ours: ends one login of the caller, all others, or every one, this one included',
  query: Type.Object({
    id: Type.Optional(Type.String({ maxLength: 64 })),
    others: Type.Optional(Type.Literal('true')),
  }),
  data: nothing,
})

export const userCalls = [
  getUserInfo,
  updateUser,
  getUserByToken,
  getUserCount,
  follow,
  unfollow,
  listFollowed,
  listSessions,
  endSessions,
] as const
