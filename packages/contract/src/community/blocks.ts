import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullableString, userId, wireDate } from '../shapes.ts'

/*
 * Ours: calls for blocking users. Other upstreams answer 404, and pages omit the feature. A blocked user notices only that
 * messages are refused.
 */

/** A user whom the caller has blocked. */
export const BlockedUser = Type.Object({
  id: userId,
  nickname: Type.Optional(nullableString),
  avatar: Type.Optional(nullableString),
  /** Time at which the caller blocked the user. */
  createTime: Type.Optional(wireDate),
})
export type BlockedUser = Static<typeof BlockedUser>

const blockQuery = Type.Object({ userId })

export const listBlockedUsers = defineCall('GET /v1/im/block', {
  access: 'member',
  summary: 'Whom the caller has blocked, newest first',
  data: Type.Array(BlockedUser),
})

export const blockUser = defineCall('POST /v1/im/block', {
  access: 'member',
  summary:
    'Blocks a user: neither writes to the other, the conversation is hidden, and neither follows the other; again is a no-op',
  query: blockQuery,
  data: nothing,
})

export const unblockUser = defineCall('DELETE /v1/im/block', {
  access: 'member',
  summary: 'Takes a block back; the conversation is shown again',
  query: blockQuery,
  data: nothing,
})

export const blockCalls = [listBlockedUsers, blockUser, unblockUser] as const
