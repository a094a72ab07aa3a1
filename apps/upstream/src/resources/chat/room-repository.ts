import type { Db } from '#db/open.ts'
import type { Role } from '#db/tables.ts'
import { isUnread, MESSAGE_COLUMNS, markAllRead, newChatId, pairOf, type StoredMessage } from './stored-message.ts'

/** A conversation in its owner's list. */
export interface StoredRoom {
  id: string
  peerId: string
  nickname: string
  avatar: string
  role: Role
  unread: number
  createdAt: number
  last: StoredMessage | null
}

/** Rooms in the list; each includes its newest message. */
const ROOMS_MAX = 500

export type RoomRepository = ReturnType<typeof createRoomRepository>

/** Conversations in one user's list. A peer's first message creates them too: `chat-repository.ts`. */
export function createRoomRepository({ db, now }: { db: Db; now: () => number }) {
  /** One query, newest activity first: each with its peer, the number of unread messages and the newest one. */
  function rooms(userId: string) {
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
        // Of two in the same instant.
        .orderBy((eb) => eb.fn.coalesce('chat_messages.seq', eb.lit(0)), 'desc')
        .orderBy('chat_rooms.id')
        .limit(ROOMS_MAX)
    )
  }

  return {
    /** Those with people whom the owner has blocked are hidden. */
    async list(userId: string): Promise<StoredRoom[]> {
      return (await rooms(userId).execute()).map(toRoom)
    },

    /** The caller's side only. `null`: it exists. `undefined`: there is no such user. */
    async open(userId: string, peerId: string): Promise<StoredRoom | null | undefined> {
      const peer = await db.selectFrom('users').select('id').where('id', '=', peerId).executeTakeFirst()
      if (!peer) return undefined
      const who = { id: newChatId(), user_id: userId, peer_id: peerId, pair: pairOf(userId, peerId) }
      const opened = await db
        .insertInto('chat_rooms')
        .values({ ...who, active_at: now(), created_at: now() })
        .onConflict((conflict) => conflict.columns(['user_id', 'peer_id']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!opened) return null
      const row = await rooms(userId).where('chat_rooms.id', '=', opened.id).executeTakeFirst()
      return row ? toRoom(row) : null
    },

    /**
     * Takes an own room out of the list; another's is left alone, as one that does not exist. Messages stay, and count as
     * read: a counter must not name what no list shows.
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

type RoomRow = { [Name in keyof StoredMessage]: StoredMessage[Name] | null } & {
  roomId: string
  peerId: string
  openedAt: number
  nickname: string
  avatar: string
  role: Role
  unread: number | null
}

function toRoom({ roomId, peerId, openedAt, nickname, avatar, role, unread, ...last }: RoomRow): StoredRoom {
  return {
    id: roomId,
    peerId,
    nickname,
    avatar,
    role,
    unread: unread ?? 0,
    createdAt: openedAt,
    // All columns of a message come, or none does.
    last: last.id === null ? null : (last as StoredMessage),
  }
}
