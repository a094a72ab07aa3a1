import { Type } from 'typebox'
import { defineCall } from '../call.ts'
import { TICKET_PICTURES_MAX } from './ticket-rules.ts'

/** Ours: pictures that staff add to an answer or a note. */

/** 16 random bytes and the ending of the stored type. */
const TICKET_PICTURE_PATTERN = '^[0-9a-f]{32}\\.(?:png|jpg|gif|webp)$'
const SAMPLE = `${'0'.repeat(32)}.webp`
const name = Type.String({ pattern: TICKET_PICTURE_PATTERN, examples: [SAMPLE] })

/** Names that `uploadTicketPicture` returned, in their order. */
export const ticketPictures = Type.Optional(Type.Array(name, { maxItems: TICKET_PICTURES_MAX, examples: [[SAMPLE]] }))

/** Access for pictures: all staff who may open tickets. */
const readers = { access: 'staff', duties: ['edit', 'support', 'certify', 'approve'] } as const

export const uploadTicketPicture = defineCall('POST /v1/manage/tickets/{id}/pictures', {
  ...readers,
  summary: 'Ours: stores a picture of at most 10 MB for an answer or a note, without metadata; answers its name',
  params: Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  upload: 'multipartFile',
  data: Type.Object({ name: Type.String() }),
  audit: 'ticket.picture',
})

export const getTicketPicture = defineCall('GET /v1/manage/tickets/pictures/{name}', {
  ...readers,
  summary: 'Ours: a picture that staff added to a ticket, for those who may open the ticket',
  params: Type.Object({ name }),
  data: Type.Unknown(),
  file: 'private',
})

/** Address of one picture for the customer: `readConversation` returns its pass, which is valid for an hour. */
export const getAnswerPicture = defineCall('GET /v1/feedback/conversation/picture/{name}', {
  access: 'public',
  summary: 'Ours: a picture of an answer, for the reader of the conversation',
  params: Type.Object({ name }),
  query: Type.Object({
    pass: Type.String({ pattern: '^\\d{13}\\.[\\w-]{16,64}$', examples: [`1763600000000.${'A'.repeat(43)}`] }),
  }),
  data: Type.Unknown(),
  file: 'private',
})

export const ticketPictureCalls = [uploadTicketPicture, getTicketPicture, getAnswerPicture] as const
