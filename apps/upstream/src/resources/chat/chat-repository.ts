import { MESSAGE_TYPE, WITHDRAWN_TEXT } from '@portal/contract/socket.ts'
import type { Transaction } from 'kysely'
import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'
import type { Page } from '#paging.ts'
import type { PushBus } from '#push/push-bus.ts'
import { isUnread, MESSAGE_COLUMNS, markAllRead, newChatId, pairOf, type StoredMessage } from './stored-message.ts'

export interface NewMessage {
  from: string
  to: string
  content: string
  type: number
  idempotencyKey: string | null
}

export type ChatRepository = ReturnType<typeof createChatRepository>

/** Private messages. What changes is told to the sockets of both people. */
export function createChatRepository({ db, bus, now }: { db: Db; bus: PushBus; now: () => number }) {
  const messages = () =>
    db
      .selectFrom('chat_messages')
      .innerJoin('users as sender', 'sender.id', 'chat_messages.from_user_id')
      .select(MESSAGE_COLUMNS)

  async function find(id: string): Promise<StoredMessage | undefined> {
    return await messages().where('chat_messages.id', '=', id).executeTakeFirst()
  }

  async function findSent(from: string, idempotencyKey: string): Promise<StoredMessage | undefined> {
    return await messages()
      .where('from_user_id', '=', from)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst()
  }

  /** Both rooms, made if missing. Their rows are held until the end, so that numbers rise as messages are committed. */
  async function holdRooms(trx: Transaction<Tables>, from: string, to: string): Promise<void> {
    const times = { pair: pairOf(from, to), active_at: now(), created_at: now() }
    // Always in the same order: two who write to each other at once would else wait for each other for ever.
    const rooms = [from, to]
      .sort()
      .map((userId) => ({ id: newChatId(), user_id: userId, peer_id: userId === from ? to : from, ...times }))
    await trx
      .insertInto('chat_rooms')
      .values(rooms)
      .onConflict((conflict) => conflict.columns(['user_id', 'peer_id']).doUpdateSet({ active_at: times.active_at }))
      .execute()
  }

  /** Gives its id; `known` when this sender used the key before. */
  async function store(asked: NewMessage): Promise<{ id: string } | 'no user' | 'known'> {
    const { from, to, content, type, idempotencyKey } = asked
    return await bus.transaction(async (trx, tell) => {
      const receiver = await trx
        .selectFrom('users')
        .select('id')
        .where('id', '=', to)
        .where('status', '=', 1)
        .executeTakeFirst()
      if (!receiver) return 'no user'
      await holdRooms(trx, from, to)
      const who = { id: newChatId(), pair: pairOf(from, to), from_user_id: from, to_user_id: to }
      const flags = { is_read: 0, is_withdraw: 0, idempotency_key: idempotencyKey, created_at: now() }
      const stored = await trx
        .insertInto('chat_messages')
        .values({ ...who, content, type, ...flags })
        // One that comes at the same instant waits here until the other is committed.
        .onConflict((conflict) => conflict.columns(['from_user_id', 'idempotency_key']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!stored) return 'known'
      await tell({ kind: 'message', id: stored.id, to: [from, to] })
      return stored
    })
  }

  const between = (userId: string, peerId: string) =>
    db.selectFrom('chat_messages').where('chat_messages.pair', '=', pairOf(userId, peerId))

  return {
    /**
     * Stores a message, once for each key of the sender, and makes both rooms if they are missing.
     * @returns what was stored, now or when the key was first used; `undefined` when nobody is there to get it
     */
    async send(asked: NewMessage): Promise<StoredMessage | undefined> {
      const { from, idempotencyKey: key } = asked
      const known = key === null ? undefined : await findSent(from, key)
      if (known) return known
      const stored = await store(asked)
      if (stored === 'no user') return undefined
      if (stored === 'known') return await findSent(from, key ?? '')
      return await find(stored.id)
    },

    find,

    async findMany(ids: readonly string[]): Promise<StoredMessage[]> {
      return ids.length === 0 ? [] : await messages().where('chat_messages.id', 'in', ids).execute()
    },

    /**
     * Overwrites the text of the sender's own message; the old one is kept nowhere.
     * @param index told along to the sockets
     * @returns `false` when it is older, was withdrawn before, or is not his
     */
    async withdraw(id: string, from: string, storedAfter: number, index: number | null): Promise<boolean> {
      return await bus.transaction(async (trx, tell) => {
        const row = await trx
          .updateTable('chat_messages')
          .set({ content: WITHDRAWN_TEXT, is_withdraw: 1, type: MESSAGE_TYPE.text })
          .where('id', '=', id)
          .where('from_user_id', '=', from)
          .where('is_withdraw', '=', 0)
          .where('created_at', '>', storedAfter)
          .returning('to_user_id')
          .executeTakeFirst()
        if (!row) return false
        await tell({ kind: 'message', id, to: [from, row.to_user_id], ...(index !== null && { index }) })
        return true
      })
    },

    /** Newest first. */
    async history(userId: string, peerId: string, page: Page): Promise<{ rows: StoredMessage[]; total: number }> {
      const rows = await between(userId, peerId)
        .innerJoin('users as sender', 'sender.id', 'chat_messages.from_user_id')
        .select(MESSAGE_COLUMNS)
        .orderBy('chat_messages.seq', 'desc')
        .limit(page.size)
        .offset(page.offset)
        .execute()
      const { total } = await between(userId, peerId)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { rows, total }
    },

    /** Marks what came from the peer. */
    async markRead(userId: string, peerId: string): Promise<void> {
      await markAllRead(db, userId, peerId)
    },

    /** How many wait to be read. */
    async unread(userId: string): Promise<number> {
      const { count } = await db
        .selectFrom('chat_messages')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('to_user_id', '=', userId)
        .where(isUnread)
        .executeTakeFirstOrThrow()
      return count
    },
  }
}
