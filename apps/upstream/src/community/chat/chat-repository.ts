import { MESSAGE_TYPE, WITHDRAWN_TEXT } from '@portal/contract/socket.ts'
import type { Account } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { type Blanks, prepare } from '#platform/db/prepared.ts'
import { countRows, readPage } from '#platform/db/queries.ts'
import type { Page } from '#platform/http/paging.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { PushBus } from '#platform/push/push-bus.ts'
import { toWireMessage } from './chat-message.ts'
import { createMayWrite } from './may-write.ts'
import { isUnread, makeChatId, markAllRead, queryMessages, type StoredMessage, toPairKey } from './stored-message.ts'

interface NewMessage {
  /** The sender, with the account's current name. */
  from: Pick<Account, 'id' | 'nickname' | 'avatar' | 'role'>
  to: string
  content: string
  type: number
  idempotencyKey: string | null
}

/** Names of the values that a query for both rooms needs. `first` is the lesser of the two ids. */
type RoomsOfTwo = Record<'pair' | 'first' | 'second' | 'firstRoom' | 'secondRoom', string> & { at: number }

type NewRow = Omit<NewMessage, 'from'> & Record<'id' | 'pair' | 'from', string> & { at: number }

interface Options {
  db: Db
  bus: PushBus
  createLimit: CreateLimit
  now: () => number
}

/** The sender has used this idempotency key before. */
class KeyUsed extends Error {}

/** Creates the function that stores messages. */
function createSend({ db, bus, createLimit, now }: Options) {
  const checkMayWrite = createMayWrite({ db, createLimit })

  const findReceiver = prepare((blank: Blanks<{ id: string }>) =>
    db.selectFrom('users').select('id').where('id', '=', blank('id')).where('status', '=', 1),
  )

  /** Creates missing rooms and locks both, so that message numbers rise in the order of commits. */
  const lockRooms = prepare((blank: Blanks<RoomsOfTwo>) => {
    const shared = { pair: blank('pair'), active_at: blank('at'), created_at: blank('at') }
    return db
      .insertInto('chat_rooms')
      .values([
        { id: blank('firstRoom'), user_id: blank('first'), peer_id: blank('second'), ...shared },
        { id: blank('secondRoom'), user_id: blank('second'), peer_id: blank('first'), ...shared },
      ])
      .onConflict((conflict) => conflict.columns(['user_id', 'peer_id']).doUpdateSet({ active_at: shared.active_at }))
  })

  const insert = prepare((blank: Blanks<NewRow>) =>
    db
      .insertInto('chat_messages')
      .values({
        id: blank('id'),
        pair: blank('pair'),
        from_user_id: blank('from'),
        to_user_id: blank('to'),
        content: blank('content'),
        type: blank('type'),
        is_read: 0,
        is_withdraw: 0,
        idempotency_key: blank('idempotencyKey'),
        created_at: blank('at'),
      })
      // A concurrent insert with the same key waits here until the other is committed.
      .onConflict((conflict) => conflict.columns(['from_user_id', 'idempotency_key']).doNothing())
      .returning('seq'),
  )

  /**
   * @throws KeyUsed when the sender has used the key before, after a rollback
   * @throws AppError when the sender may not write to this user
   */
  async function store({ from, ...unsent }: NewMessage): Promise<StoredMessage | undefined> {
    const { to, content, type } = unsent
    return await bus.transaction(async (trx, push) => {
      const [receiver] = await findReceiver(trx, { id: to })
      if (!receiver) return undefined
      const [id, pair, at] = [makeChatId(), toPairKey(from.id, to), now()]
      // Locks rooms in the same order always; otherwise two users who write to each other could deadlock.
      const [first, second] = from.id < to ? [from.id, to] : [to, from.id]
      await lockRooms(trx, { first, second, firstRoom: makeChatId(), secondRoom: makeChatId(), pair, at })
      const [stored] = await insert(trx, { ...unsent, id, pair, from: from.id, at })
      if (!stored) throw new KeyUsed()
      // The rooms are locked, so a concurrent message is counted after this one.
      await checkMayWrite(trx, from, to, pair)
      const sender = { fromUserId: from.id, fromUserNickname: from.nickname, fromUserAvatar: from.avatar }
      const flags = { isRead: 0, isWithdraw: 0 }
      const message = { seq: stored.seq, id, ...sender, toUserId: to, content, type, ...flags, createdAt: at }
      await push({ kind: 'message', id, to: [from.id, to], row: toWireMessage(message, at) })
      return message
    })
  }

  /**
   * Stores a message, once for each key of the sender, and creates missing rooms.
   * @returns the stored message, now or from the first use of the key; `undefined` without a recipient
   */
  return async (message: NewMessage): Promise<StoredMessage | undefined> => {
    try {
      return await store(message)
    } catch (error) {
      if (!(error instanceof KeyUsed)) throw error
      return await queryMessages(db)
        .where('from_user_id', '=', message.from.id)
        .where('idempotency_key', '=', message.idempotencyKey ?? '')
        .executeTakeFirst()
    }
  }
}

export type ChatRepository = ReturnType<typeof createChatRepository>

/** Private messages. Changes are pushed to the sockets of both users. */
export function createChatRepository(options: Options) {
  const { db, bus } = options

  return {
    send: createSend(options),

    async find(id: string): Promise<StoredMessage | undefined> {
      return await queryMessages(db).where('chat_messages.id', '=', id).executeTakeFirst()
    },

    async findMany(ids: readonly string[]): Promise<StoredMessage[]> {
      return ids.length === 0 ? [] : await queryMessages(db).where('chat_messages.id', 'in', ids).execute()
    },

    /**
     * Erases the text of the sender's own message.
     * @param index passed on to the sockets
     * @returns `false` when the message is too old, withdrawn, or another user's
     */
    async withdraw(id: string, from: string, storedAfter: number, index: number | null): Promise<boolean> {
      return await bus.transaction(async (trx, push) => {
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
        await push({ kind: 'message', id, to: [from, row.to_user_id], ...(index !== null && { index }) })
        return true
      })
    },

    /** Lists the messages of a conversation, newest first. */
    async readHistory(userId: string, peerId: string, page: Page): Promise<{ rows: StoredMessage[]; total: number }> {
      const pair = toPairKey(userId, peerId)
      const newestFirst = queryMessages(db).where('chat_messages.pair', '=', pair).orderBy('chat_messages.seq', 'desc')
      return await readPage(newestFirst, db.selectFrom('chat_messages').where('pair', '=', pair), page)
    },

    /** Marks the peer's messages as read. */
    markRead: (userId: string, peerId: string) => markAllRead(db, userId, peerId),

    /** Counts the unread messages. */
    async countUnread(userId: string): Promise<number> {
      // Hidden conversations do not count.
      const blocked = db.selectFrom('blocks').select('blocked_id').where('blocker_id', '=', userId)
      const waiting = db.selectFrom('chat_messages').where('to_user_id', '=', userId).where(isUnread)
      return await countRows(waiting.where('from_user_id', 'not in', blocked))
    },
  }
}
