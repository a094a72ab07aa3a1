import { randomBytes } from 'node:crypto'
import { type InferResult, sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'

export const makeChatId = () => randomBytes(16).toString('hex')

/** Makes the key of a conversation, which is the same for both users. */
export function toPairKey(one: string, other: string): string {
  return [one, other].sort().join(' ')
}

/** Columns of a message joined with its writer as `sender`. */
export const MESSAGE_COLUMNS = [
  'chat_messages.seq',
  'chat_messages.id',
  'chat_messages.from_user_id as fromUserId',
  'sender.nickname as fromUserNickname',
  'sender.avatar as fromUserAvatar',
  'chat_messages.to_user_id as toUserId',
  'chat_messages.content',
  'chat_messages.type',
  'chat_messages.is_read as isRead',
  'chat_messages.is_withdraw as isWithdraw',
  'chat_messages.created_at as createdAt',
] as const

export const queryMessages = (db: Db) =>
  db
    .selectFrom('chat_messages')
    .innerJoin('users as sender', 'sender.id', 'chat_messages.from_user_id')
    .select(MESSAGE_COLUMNS)

/** A message with its writer. `content` is HTML. */
export type StoredMessage = InferResult<ReturnType<typeof queryMessages>>[number]

/**
 * The condition has a literal value, because a partial index is only used for conditions that are known before values
 * are bound.
 */
export const isUnread = sql<boolean>`is_read = 0`

/** Marks the peer's messages as read. */
export async function markAllRead(db: Db, userId: string, peerId: string): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({ is_read: 1 })
    .where('to_user_id', '=', userId)
    .where('from_user_id', '=', peerId)
    .where(isUnread)
    .execute()
}
