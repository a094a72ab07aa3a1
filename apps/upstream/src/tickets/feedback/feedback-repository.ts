import { randomBytes } from 'node:crypto'
import type { Db } from '#platform/db/open.ts'
import { readPage } from '#platform/db/queries.ts'
import type { Page } from '#platform/http/paging.ts'
import { addTicketLink } from '#tickets/ticket-links.ts'
import { changeState, lockFeedbackTicket, openFeedbackTicket } from '#tickets/ticket-store.ts'
import { attachPictures } from './report-pictures.ts'

/** `type` of feedback; other upstreams have no `forgery`. */
export const FEEDBACK = { wish: 1, defect: 2, forgery: 3 } as const

export interface NewFeedback {
  /** `null` for a visitor. */
  userId: string | null
  /** Address for the answer to a visitor. */
  email?: string
  /** Mail address in the contact field of a visitor's report. */
  contactEmail?: string | null
  type: number
  title: string
  content: string
  imgUrl: string | null
  /** Names of pictures that were uploaded for a report. */
  pictures?: readonly string[]
  /** Whether the sender gets a key to the conversation, because there may be no address for an answer. */
  isFollowed?: boolean
}

/** `status` of feedback; answered feedback counts as solved. */
const FEEDBACK_STATUS = { open: 0, solved: 1 } as const

const COLUMNS = [
  'feedback.id',
  'feedback.type',
  'feedback.title',
  'feedback.content',
  'feedback.img_url as imgUrl',
  'feedback.user_id as userId',
  'feedback.email',
  'users.nickname',
  'feedback.status',
  'feedback.created_at as createdAt',
] as const

/** Lists answers, oldest first. */
async function readAnswers(db: Db, feedbackIds: readonly string[]) {
  if (feedbackIds.length === 0) return []
  return db
    .selectFrom('feedback_answers')
    .leftJoin('users', 'users.id', 'feedback_answers.user_id')
    .select([
      'feedback_answers.id',
      'feedback_answers.feedback_id as feedbackId',
      'feedback_answers.content',
      'feedback_answers.delivery',
      'users.nickname',
      'feedback_answers.created_at as createdAt',
    ])
    .where('feedback_answers.feedback_id', 'in', feedbackIds)
    .orderBy('feedback_answers.created_at')
    .orderBy('feedback_answers.id')
    .execute()
}

/** Reads the names of each report's pictures. */
async function readPictures(db: Db, feedbackIds: readonly string[]) {
  if (feedbackIds.length === 0) return []
  return db
    .selectFrom('report_pictures')
    .select(['feedback_id as feedbackId', 'name'])
    .where('feedback_id', 'in', feedbackIds)
    .orderBy('created_at')
    .orderBy('name')
    .execute()
}

/** Finds feedback with the addresses for an answer. */
export async function findFeedback(db: Db, id: string) {
  return await db
    .selectFrom('feedback')
    .select(['id', 'type', 'user_id as userId', 'email', 'title', 'content', 'source', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>

export function createFeedbackRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    /**
     * Stores feedback.
     * @returns the number of its ticket, and the key to its conversation, empty unless it is followed
     * @throws AppError when a picture is too old, was never uploaded, or is in another report; nothing is stored then
     */
    async add({
      userId,
      email,
      contactEmail = null,
      type,
      title,
      content,
      imgUrl,
      pictures = [],
      isFollowed = false,
    }: NewFeedback) {
      const id = randomBytes(16).toString('hex')
      const row = {
        id,
        user_id: userId,
        email: email ?? null,
        contact_email: contactEmail,
        type,
        title,
        content,
        img_url: imgUrl,
      }
      return await db.transaction().execute(async (trx) => {
        const at = now()
        await trx
          .insertInto('feedback')
          .values({ ...row, status: FEEDBACK_STATUS.open, created_at: at })
          .execute()
        const ticket = await openFeedbackTicket(trx, { feedbackId: id, type, title, at })
        await attachPictures(trx, pictures, { feedbackId: id, entryId: null, at })
        return { ticket: ticket.id, key: isFollowed ? await addTicketLink(trx, ticket.id, at) : '' }
      })
    },

    /** Lists feedback, newest first, with its answers and pictures. */
    async list(status: number | undefined, page: Page) {
      const all = db.selectFrom('feedback')
      const chosen = status === undefined ? all : all.where('feedback.status', '=', status)
      const newestFirst = chosen
        .leftJoin('users', 'users.id', 'feedback.user_id')
        .select(COLUMNS)
        .orderBy('feedback.created_at', 'desc')
        .orderBy('feedback.id', 'desc')
      const { rows, total } = await readPage(newestFirst, chosen, page)
      const ids = rows.map(({ id }) => id)
      const [answers, pictures] = [await readAnswers(db, ids), await readPictures(db, ids)]
      const withAnswers = rows.map((row) => ({
        ...row,
        answers: answers.filter(({ feedbackId }) => feedbackId === row.id),
        pictures: pictures.flatMap(({ feedbackId, name }) => (feedbackId === row.id ? name : [])),
      }))
      return { rows: withAnswers, total }
    },

    /**
     * Closes the ticket of feedback (`status` 1), or opens it again.
     * @param by the editor
     * @returns `false` when there is no such feedback
     */
    async setStatus(id: string, status: number, by: string): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        const found = await findFeedback(trx, id)
        if (!found) return false
        const ticket = await lockFeedbackTicket(trx, found)
        const isClosed = ticket.state === 'closed'
        const to = status === FEEDBACK_STATUS.solved ? 'closed' : 'open'
        if (isClosed !== (to === 'closed')) await changeState(trx, ticket, { to, by, at: now() })
        return true
      })
    },
  }
}
