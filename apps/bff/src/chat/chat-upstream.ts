import type { Call, CallData } from '@portal/contract/call.ts'
import { listBlockedUsers } from '@portal/contract/community/blocks.ts'
import {
  getNoticeCounters,
  listPrivateMessages,
  listRooms,
  type Message,
  markRead,
  type NoticeCounters,
  type Room,
  sendMessage,
  withdrawMessage,
} from '@portal/contract/community/messages.ts'
import { CODE } from '@portal/contract/errors.ts'
import { ChatMessage, type SendFrame } from '@portal/contract/frames.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { Ajv } from 'ajv'
import type { CallInput } from '#calls/call-input.ts'
import type { CallOutcome, CallService } from '#calls/call-service.ts'
import { AppError, unauthenticated } from '#errors.ts'
import { escapeToText, type HtmlCleaner } from '#html/clean-html.ts'
import type { Caller } from '#request/caller.ts'
import type { Session } from '#session/session-cookie.ts'

/** A caller who is logged in. */
export interface ChatCaller extends Caller {
  session: Session
}

/** A conversation of the caller. */
export interface ChatRoom {
  peerId: string
  /** Messages of the peer that the caller has not read. */
  unread: number
  /** The newest message of either user; `undefined` where upstream does not send it. */
  lastMessage: ChatMessage | null | undefined
}

/** A message to send. `content` has been cleaned. */
export type OutgoingMessage = Pick<SendFrame, 'toUserId' | 'content' | 'type'>

export type ChatUpstream = ReturnType<typeof createChatUpstream>

interface Options {
  service: CallService
  cleanHtml: HtmlCleaner
  now: () => number
}

const PRIVATE = 1
/** Maximum number of elements in a message: it is cleaned on the event loop, so one with more becomes plain text. */
const ELEMENTS_MAX = 400
const isChatMessage = new Ajv({ strict: false, allowUnionTypes: true, removeAdditional: 'all' }).compile<ChatMessage>(
  ChatMessage,
)

/** Whether upstream (or the BFF) reported that the login has ended. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof AppError && error.code === CODE.unauthenticated
}

/**
 * Upstream's calls for private messages, with the caller's token. Each throws AppError: upstream's own code and text,
 * 401 when the session has ended, 502 to 504 when upstream failed.
 */
export function createChatUpstream({ service, cleanHtml, now }: Options) {
  /** Returns the sanitised HTML of a message. */
  const clean = (content: string) =>
    cleanHtml(
      'comment',
      content.split('<', ELEMENTS_MAX + 2).length > ELEMENTS_MAX + 1 ? escapeToText(content) : content,
    )

  async function perform<C extends Call>(call: C, input: CallInput, caller: ChatCaller): Promise<Answer<CallData<C>>> {
    const outcome = await service.perform(call, input, caller)
    if (outcome.isSessionOver) throw unauthenticated()
    const { code, data, extra } = outcome.envelope
    if (code !== CODE.ok) throw toRefusal(outcome)
    return { data: data as CallData<C>, extra }
  }

  /**
   * Converts a message of upstream to the form in which sockets carry it; `null` for notices, group messages and
   * messages without two users.
   * @param selfId owner of the conversation
   * @param peerId the other user, where known
   */
  function toChatMessage(message: Message, selfId: string, peerId?: string): ChatMessage | null {
    if ((message.code ?? PRIVATE) !== PRIVATE || typeof message.noticeType === 'number') return null
    // The position in one user's list is dropped: messages are identified by their id.
    const { index: _index, ...named } = message
    const { fromUserId, toUserId } = message
    const given = {
      ...named,
      // A withdrawal may have removed one of the two ids.
      fromUserId: fromUserId ?? (toUserId === selfId ? peerId : selfId),
      toUserId: toUserId ?? (fromUserId === selfId ? peerId : selfId),
      content: clean(message.content ?? ''),
      createTime: message.createTime ?? toWireDateTime(now()).slice(0, 'yyyy-MM-dd HH:mm'.length),
    }
    if (!isChatMessage(given)) return null
    return given.fromUserId === selfId || given.toUserId === selfId ? given : null
  }

  function toChatRoom(room: Room, selfId: string): ChatRoom {
    const { lastMessage } = room
    return {
      peerId: room.receiveId,
      unread: Math.max(0, room.readNum ?? 0),
      lastMessage: lastMessage ? (toChatMessage(lastMessage, selfId, room.receiveId) ?? undefined) : lastMessage,
    }
  }

  return {
    clean,
    toChatMessage,
    async rooms(caller: ChatCaller): Promise<ChatRoom[]> {
      const { data } = await perform(listRooms, {}, caller)
      return data.map((room) => toChatRoom(room, caller.session.userId))
    },
    /**
     * Returns a page of a conversation, newest first, and the number of pages.
     * @param pageNo counts from 1
     */
    async history(caller: ChatCaller, peerId: string, pageNo: number, pageSize: number) {
      const { data } = await perform(listPrivateMessages, { query: { toUserId: peerId, pageNo, pageSize } }, caller)
      const messages = data.records.map((record) => toChatMessage(record, caller.session.userId, peerId))
      return { messages: messages.filter((message) => message !== null), pages: data.pages }
    },
    /** Sends a message. Returns the stored message; `null` where upstream does not send it. */
    async send(caller: ChatCaller, message: OutgoingMessage, idempotencyKey: string): Promise<ChatMessage | null> {
      const { extra } = await perform(sendMessage, { body: { ...message } }, { ...caller, idempotencyKey })
      const stored = extra.message as Message | undefined
      return stored ? toChatMessage(stored, caller.session.userId, message.toUserId) : null
    },
    /** @param toUserId the peer: upstreams of this family notify only the account that the request names */
    async withdraw(caller: ChatCaller, id: string, toUserId: string | null): Promise<void> {
      await perform(withdrawMessage, { body: { id, ...(toUserId ? { toUserId } : {}) } }, caller)
    },
    /**
     * Marks everything from this peer as read. `counters`: `null` where upstream does not send them; `isHidden`: the
     * peer must not be notified, as one of the two has blocked the other.
     */
    async read(caller: ChatCaller, peerId: string) {
      const { extra } = await perform(markRead, { query: { userId: peerId } }, caller)
      const counters = (extra.counters as NoticeCounters | undefined) ?? null
      return { counters, isHidden: extra.isHidden === true }
    },
    async counters(caller: ChatCaller): Promise<NoticeCounters> {
      return (await perform(getNoticeCounters, {}, caller)).data
    },
    /** Returns the ids of accounts that the caller has blocked; empty where upstream has no blocks. */
    async blocked(caller: ChatCaller): Promise<ReadonlySet<string>> {
      try {
        const { data } = await perform(listBlockedUsers, {}, caller)
        return new Set<string>(data.map(({ id }) => id))
      } catch (error) {
        // An upstream that lacks this call refuses it each time.
        const isUnknown = error instanceof AppError && !isSessionOver(error) && error.code < CODE.upstreamUnreachable
        if (isUnknown) return new Set<string>()
        throw error
      }
    },
  }
}

interface Answer<Data> {
  data: Data
  extra: Record<string, unknown>
}

/** Converts upstream's refusal to an error. */
function toRefusal({ envelope, retryAfterSeconds }: CallOutcome): AppError {
  return new AppError(envelope.code, envelope.message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
}
