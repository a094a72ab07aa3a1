import { randomBytes } from 'node:crypto'
import type { NewNotice } from '#accounts/notices/notice-repository.ts'
import { NOTICE } from '#accounts/notices/notice-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { addJob } from '#platform/jobs/job-rows.ts'
import { escapeHtml } from '#platform/search/mark.ts'
import { countMail } from './mail-limits.ts'
import { attachTicketPictures } from './pictures/ticket-pictures.ts'
import { changeState, lockTicket, noteAnswer, type TicketRow } from './ticket-store.ts'

export interface NewAnswer {
  ticket: TicketRow
  feedback: { id: string; userId: string | null; email: string | null; title: string }
  /** Account that sends the answer. */
  by: string
  content: string
  /** Names of uploaded pictures. */
  pictures?: readonly string[]
  /** New state of the ticket; unchanged when left out. */
  state?: 'waiting' | 'closed'
  ref: string | null
  at: number
}

/** Effects of an answer that follow its commit. */
export interface Dispatch {
  /** Notices to the member who wrote the feedback, and to the owners when the account may send no further mail. */
  notices: NewNotice[]
  mailId: number | null
}

/**
 * Stores an answer to a locked ticket, and its queued mail.
 * @throws AppError when the address, or the account, has no mail left
 */
export async function storeAnswer(trx: Db, answer: NewAnswer): Promise<Dispatch> {
  const { ticket, feedback, by, content, pictures = [], state, ref, at } = answer
  const id = randomBytes(16).toString('hex')
  const isMember = feedback.userId !== null
  await trx
    .insertInto('feedback_answers')
    .values({
      id,
      feedback_id: feedback.id,
      user_id: by,
      content,
      ref,
      created_at: at,
      delivery: isMember ? 'notice' : 'none',
    })
    .execute()
  await attachTicketPictures(trx, pictures, { ticketId: ticket.id, userId: by, answerId: id, at })
  await noteAnswer(trx, ticket, at)
  if (state) await changeState(trx, await lockTicket(trx, ticket.id), { to: state, by, at })
  const words = { title: feedback.title, content, pictures: pictures.length }
  if (feedback.userId !== null) return { notices: [toNotice(ticket.id, feedback.userId, words)], mailId: null }
  if (feedback.email === null) return { notices: [], mailId: null }
  const notices = await countMail(trx, { by, feedbackId: feedback.id, email: feedback.email, at })
  const { id: mailId } = await trx
    .insertInto('ticket_mails')
    .values({ ticket_id: ticket.id, answer_id: id, state: 'queued', created_at: at, changed_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(trx, { kind: 'ticketMail', ref: String(mailId), dueAt: at })
  return { notices, mailId }
}

/** The page of notices turns the number of the ticket into a link. */
function toNotice(
  ticketId: number,
  to: string,
  { title, content, pictures }: { title: string; content: string; pictures: number },
): NewNotice {
  const added = pictures > 0 ? `<br>附图片 ${pictures} 张，点开本通知查看` : ''
  const text = escapeHtml(content).replaceAll('\n', '<br>') + added
  return {
    to,
    type: NOTICE.system,
    content: `您的反馈《${escapeHtml(title)}》已有答复：<br>${text}<br>如需补充，请点开本通知（留言 T-${ticketId}）`,
  }
}
