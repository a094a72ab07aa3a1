import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { FEEDBACK_ANSWER_MAX } from '../constants.ts'
import { nothing, numericId } from '../shapes.ts'
import { SAVED_REPLY_TITLE_MAX } from './saved-reply-rules.ts'

/** Ours: texts that all staff use in answers to tickets. */

export const SavedReply = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  /** Plain text with placeholders, see `saved-reply-rules.ts`. */
  content: Type.String(),
  version: Type.Integer(),
})
export type SavedReply = Static<typeof SavedReply>

const params = Type.Object({ id: numericId })
const version = Type.Integer({ minimum: 1 })
const text = {
  title: Type.String({ minLength: 1, maxLength: SAVED_REPLY_TITLE_MAX }),
  content: Type.String({ minLength: 1, maxLength: FEEDBACK_ANSWER_MAX }),
}
const writers = { access: 'staff', duties: ['support'] } as const

export const listSavedReplies = defineCall('GET /v1/manage/tickets/replies', {
  access: 'staff',
  duties: ['edit', 'support', 'certify', 'approve'],
  summary: 'Ours: all saved replies, by title',
  data: Type.Array(SavedReply),
})

export const addSavedReply = defineCall('POST /v1/manage/tickets/replies', {
  ...writers,
  summary: 'Ours: adds a saved reply',
  body: Type.Object(text),
  data: SavedReply,
  audit: 'reply.add',
})

export const changeSavedReply = defineCall('PUT /v1/manage/tickets/replies/{id}', {
  ...writers,
  summary: 'Ours: changes a saved reply; 409 with the stored one when somebody else did in between',
  params,
  body: Type.Object({ version, ...text }),
  data: SavedReply,
  audit: 'reply.change',
})

export const removeSavedReply = defineCall('DELETE /v1/manage/tickets/replies/{id}', {
  ...writers,
  summary: 'Ours: removes a saved reply',
  params,
  query: Type.Object({ version }),
  data: nothing,
  audit: 'reply.remove',
})

export const savedReplyCalls = [listSavedReplies, addSavedReply, changeSavedReply, removeSavedReply] as const
