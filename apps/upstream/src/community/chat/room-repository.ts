import type { InferResult } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { isUnread, MESSAGE_COLUMNS, makeChatId, markAllRead, type StoredMessage, toPairKey } from './stored-message.ts'

/** Maximum rooms in the list; each includes its newest message. */
const ROOMS_MAX = 500

/**
 * Queries the rooms of a user, newest activity first, each with its peer, the number of unread messages and the newest
 * one.
 */
function queryRooms(db: Db, userId: string) {
  return (
    db
      .selectFrom('chat_rooms')
      .innerJoin('users as peer', 'peer.id', 'chat_rooms.peer_id')
      .leftJoin('chat_messages', (join) =>
        join.on('chat_messages.seq', '=', (eb) =>
          eb
            .selectFrom('chat_messages as any_message')
            .select((newest) => newest.fn.max('any_message.seq').as('seq'))
            .whereRef('any_message.pair', '=', 'chat_rooms.pair'),
        ),
      )
      .leftJoin('users as sender', 'sender.id', 'chat_messages.from_user_id')
      .select([
        'chat_rooms.id as roomId',
        'chat_rooms.peer_id as peerId',
        'chat_rooms.created_at as openedAt',
        'peer.nickname',
        'peer.avatar',
        'peer.role',
        ...MESSAGE_COLUMNS,
      ])
      .select((eb) =>
        eb
          .selectFrom('chat_messages as unread_message')
          .select((unread) => unread.fn.countAll<number>().as('count'))
          .whereRef('unread_message.to_user_id', '=', 'chat_rooms.user_id')
          .whereRef('unread_message.from_user_id', '=', 'chat_rooms.peer_id')
          .where(isUnread)
          .as('unread'),
      )
      .where('chat_rooms.user_id', '=', userId)
      .where(
        'chat_rooms.peer_id',
        'not in',
        db.selectFrom('blocks').select('blocked_id').where('blocker_id', '=', userId),
      )
      .orderBy('chat_rooms.active_at', 'desc')
      // Decides the order of two rooms with messages in the same instant.
      .orderBy((eb) => eb.fn.coalesce('chat_messages.seq', eb.lit(0)), 'desc')
      .orderBy('chat_rooms.id')
      .limit(ROOMS_MAX)
  )
}

/** A conversation in its owner's list. */
export type StoredRoom = ReturnType<typeof toRoom>

function toRoom(row: InferResult<ReturnType<typeof queryRooms>>[number]) {
  const { roomId: id, peerId, openedAt: createdAt, nickname, avatar, role, unread, ...last } = row
  const room = { id, peerId, nickname, avatar, role, unread: unread ?? 0, createdAt }
  // Either all columns of the message are null or none is.
  return { ...room, last: last.id === null ? null : (last as StoredMessage) }
}

export type RoomRepository = ReturnType<typeof createRoomRepository>

/** Conversations in one user's list. A peer's first message creates them too: `chat-repository.ts`. */
export function createRoomRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    /** Lists conversations, except those with users whom the owner has blocked. */
    async list(userId: string): Promise<StoredRoom[]> {
      return (await queryRooms(db, userId).execute()).map(toRoom)
    },

    /** Creates the caller's room only. @returns `null` when it exists, `undefined` when there is no such user */
    async open(userId: string, peerId: string): Promise<StoredRoom | null | undefined> {
      const peer = await db.selectFrom('users').select('id').where('id', '=', peerId).executeTakeFirst()
      if (!peer) return undefined
      const roomKey = { id: makeChatId(), user_id: userId, peer_id: peerId, pair: toPairKey(userId, peerId) }
      const opened = await db
        .insertInto('chat_rooms')
        .values({ ...roomKey, active_at: now(), created_at: now() })
        .onConflict((conflict) => conflict.columns(['user_id', 'peer_id']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!opened) return null
      const row = await queryRooms(db, userId).where('chat_rooms.id', '=', opened.id).executeTakeFirst()
      return row ? toRoom(row) : null
    },

    /**
     * Removes a room from its owner's list. Ignores a missing room, and one of another user. Its messages become read,
     * because a counter must not include messages that no list shows.
     */
    async remove(userId: string, roomId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const room = await trx
          .deleteFrom('chat_rooms')
          .where('id', '=', roomId)
          .where('user_id', '=', userId)
          .returning('peer_id')
          .executeTakeFirst()
        if (room) await markAllRead(trx, userId, room.peer_id)
      })
    },
  }
}
