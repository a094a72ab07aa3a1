import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/open.ts'

export interface StoredMessage {
  seq: number
  id: string
  fromUserId: string
  fromUserNickname: string
  fromUserAvatar: string
  toUserId: string
  /** HTML. */
  content: string
  type: number
  isRead: number
  isWithdraw: number
  createdAt: number
}

export const newChatId = () => randomBytes(16).toString('hex')

/** Names a conversation, the same from both sides. */
export function pairOf(one: string, other: string): string {
  return [one, other].sort().join(' ')
}

/** Of a message joined with its writer as `sender`. */
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

/** Written out, because a partial index serves only what is known to lie in it before values are bound. */
export const isUnread = sql<boolean>`is_read = 0`

/** Marks what came from the peer. */
export async function markAllRead(db: Db, userId: string, peerId: string): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({ is_read: 1 })
    .where('to_user_id', '=', userId)
    .where('from_user_id', '=', peerId)
    .where(isUnread)
    .execute()
}
