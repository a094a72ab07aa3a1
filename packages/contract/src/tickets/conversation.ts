import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { REPORT_PICTURES_MAX } from '../certificates/certificate-states.ts'
import { REPORT_PICTURE_PATTERN } from '../certificates/certificates.ts'
import { FEEDBACK_ANSWER_MAX } from '../constants.ts'
import { nothing } from '../shapes.ts'
import { REOPEN_DAYS } from './ticket-rules.ts'
import { ticketState } from './ticket-shapes.ts'

/** Ours: the customer's side of a ticket, on the public page `/conversation`. */

/** 32 random bytes, base64url. */
const key = Type.String({ pattern: '^[\\w-]{43}$', examples: ['A'.repeat(43)] })
/** Either the key of a mailed link, or the number of a ticket that belongs to the caller. */
const conversationId = { key: Type.Optional(key), ticket: Type.Optional(Type.Integer({ minimum: 1 })) }

export const Conversation = Type.Object({
  title: Type.String(),
  state: ticketState,
  /** Replies are accepted. */
  isOpen: Type.Boolean(),
  /** Oldest first; without notes and events. */
  messages: Type.Array(
    Type.Object({
      /** The reader wrote the message. */
      isOwn: Type.Boolean(),
      /** Plain text. */
      content: Type.String(),
      /** Number of the customer's pictures, which only staff see. */
      pictures: Type.Integer(),
      /** Pictures of an answer, for `getAnswerPicture`. */
      answerPictures: Type.Array(Type.Object({ name: Type.String(), pass: Type.String() })),
      time: Type.String(),
    }),
  ),
})
export type Conversation = Static<typeof Conversation>

/** A POST keeps the key out of logged addresses; it changes nothing. */
export const readConversation = defineCall('POST /v1/feedback/conversation', {
  access: 'public',
  summary: `Ours: the customer's side of a ticket; a closed one accepts replies for ${REOPEN_DAYS} days`,
  body: Type.Object(conversationId),
  data: Conversation,
  rateLimited: true,
})

export const replyInConversation = defineCall('POST /v1/feedback/conversation/reply', {
  access: 'public',
  summary: 'Ours: a message of the customer; reopens the ticket',
  body: Type.Object({
    ...conversationId,
    /** Text of the reply; empty when there are only pictures. */
    content: Type.String({ maxLength: FEEDBACK_ANSWER_MAX }),
    /** Names that `uploadReportPicture` returned. */
    pictures: Type.Optional(
      Type.Array(Type.String({ pattern: REPORT_PICTURE_PATTERN }), { maxItems: REPORT_PICTURES_MAX }),
    ),
  }),
  data: nothing,
  rateLimited: true,
})

export const conversationCalls = [readConversation, replyInConversation] as const
