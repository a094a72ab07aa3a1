import { type Static, Type } from 'typebox'
import type { NoticeCounters } from './community/messages.ts'
import { Message } from './community/messages.ts'
import { nullable, nullableNumber, nullableString, userId } from './shapes.ts'

/* Frames of `/bff/ws`: JSON text, at most `FRAME_MAX_BYTES`. Browsers send `ClientFrame`, which is validated, and receive `ServerFrame`. */

/** New id that the sender gives each frame; the answer repeats it. */
const ref = Type.String({ minLength: 1, maxLength: 64 })
const messageId = Type.String({ minLength: 1, maxLength: 64 })

export const SendFrame = Type.Object({
  t: Type.Literal('send'),
  /** Idempotency key: a repeated frame gets the first answer within `REF_MS`, and nothing is sent again. */
  ref,
  toUserId: userId,
  /** HTML of the kind `comment`: text, line breaks, pictures. */
  content: Type.String({ minLength: 1, maxLength: 8000 }),
  /** 1 text, 2 picture. */
  type: Type.Union([Type.Literal(1), Type.Literal(2)]),
  /** Ours: this `ref` was already sent, but no answer arrived, so the history is searched before the message is sent again. */
  again: Type.Optional(Type.Boolean()),
})
export type SendFrame = Static<typeof SendFrame>

export const WithdrawFrame = Type.Object({ t: Type.Literal('withdraw'), ref, id: messageId })
export type WithdrawFrame = Static<typeof WithdrawFrame>

/** Marks the conversation with `userId` as read. */
export const ReadFrame = Type.Object({ t: Type.Literal('read'), ref, userId })
export type ReadFrame = Static<typeof ReadFrame>

/** Typing signal: the peer receives it; it is never stored or answered. */
export const TypingFrame = Type.Object({ t: Type.Literal('typing'), toUserId: userId })
export type TypingFrame = Static<typeof TypingFrame>

export const ClientFrame = Type.Union([SendFrame, WithdrawFrame, ReadFrame, TypingFrame])
export type ClientFrame = Static<typeof ClientFrame>

/** A private message on sockets, with its id and both users. `content` is sanitised HTML. */
export const ChatMessage = Type.Object({
  ...Message.properties,
  id: messageId,
  fromUserId: userId,
  toUserId: userId,
  content: Type.String(),
})
export type ChatMessage = Static<typeof ChatMessage>

/** Frames for browsers. `userId` of `withdrawn` and `read` is the peer of the conversation, `by` the user who acted. */
export type ServerFrame =
  | { t: 'welcome'; userId: string; counters: NoticeCounters }
  /** `data` is the `ChatMessage` when a `send` is answered, else null. */
  | { t: 'ok'; ref: string; data: ChatMessage | null }
  | { t: 'error'; ref?: string; code: number; message: string }
  | { t: 'message'; message: ChatMessage }
  | { t: 'withdrawn'; id: string; userId: string; by: string }
  | { t: 'read'; userId: string; by: string }
  | { t: 'typing'; userId: string }
  /** The user has blocked or unblocked another: conversations are hidden or shown. */
  | { t: 'blocks' }
  | ({ t: 'counters' } & NoticeCounters)

/**
 * A frame of upstream's own socket. `code` 1 is a private message or its withdrawal; 5 with a `noticeType` is a notice (ours).
 * Members without a value are left out; `index` must not be used.
 */
export const UpstreamFrame = Type.Object({
  ...Message.properties,
  code: Type.Integer(),
  noticeType: Type.Optional(nullableNumber),
  id: Type.Optional(nullableString),
  isWithdraw: Type.Optional(nullable(Type.Number())),
})
export type UpstreamFrame = Static<typeof UpstreamFrame>
