import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '@portal/contract/constants.ts'
import type { AnswerDelivery } from '@portal/contract/review.ts'
import type { Db } from '#db/open.ts'
import { reportPictureGone } from '#errors.ts'
import type { Page } from '#paging.ts'

/** `type` of feedback; a report is ours. */
export const FEEDBACK = { wish: 1, defect: 2, forgery: 3 } as const

export interface NewFeedback {
  /** `null` for a visitor. */
  userId: string | null
  /** Of a visitor who wants an answer. */
  email?: string
  type: number
  title: string
  content: string
  imgUrl: string | null
  /** Of a report: names of pictures that were uploaded for it. */
  pictures?: readonly string[]
}

/** `status` of feedback. Answered feedback is solved. */
const FEEDBACK_STATUS = { open: 0, solved: 1 } as const

/** How long after its upload a picture may be named in a report. */
const PICTURE_MS = HOUR_MS

export interface NewAnswer {
  feedbackId: string
  /** Who answers. */
  userId: string
  content: string
  delivery: AnswerDelivery
}

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

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>

export function createFeedbackRepository({ db, now }: { db: Db; now: () => number }) {
  function having(status: number | undefined) {
    const all = db.selectFrom('feedback')
    return status === undefined ? all : all.where('feedback.status', '=', status)
  }

  /** Oldest first. */
  async function answersTo(feedbackIds: readonly string[]) {
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

  /** Names of each report's pictures. */
  async function picturesOf(feedbackIds: readonly string[]) {
    if (feedbackIds.length === 0) return []
    return db
      .selectFrom('report_pictures')
      .select(['feedback_id as feedbackId', 'name'])
      .where('feedback_id', 'in', feedbackIds)
      .orderBy('created_at')
      .orderBy('name')
      .execute()
  }

  return {
    /** @throws AppError when a picture is too old, was never uploaded, or is in another report; nothing is stored then */
    async add({ userId, email, type, title, content, imgUrl, pictures = [] }: NewFeedback): Promise<void> {
      const id = randomBytes(16).toString('hex')
      const row = { id, user_id: userId, email: email ?? null, type, title, content, img_url: imgUrl }
      const names = [...new Set(pictures)]
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('feedback')
          .values({ ...row, status: FEEDBACK_STATUS.open, created_at: now() })
          .execute()
        if (names.length === 0) return
        const taken = await trx
          .updateTable('report_pictures')
          .set({ feedback_id: id })
          .where('name', 'in', names)
          .where('feedback_id', 'is', null)
          .where('created_at', '>', now() - PICTURE_MS)
          .returning('name')
          .execute()
        if (taken.length < names.length) throw reportPictureGone()
      })
    },

    /** Newest first, with their answers and pictures. */
    async list(status: number | undefined, page: Page) {
      const found = await having(status)
        .leftJoin('users', 'users.id', 'feedback.user_id')
        .select(COLUMNS)
        .orderBy('feedback.created_at', 'desc')
        .orderBy('feedback.id', 'desc')
        .limit(page.size)
        .offset(page.offset)
        .execute()
      const answers = await answersTo(found.map(({ id }) => id))
      const pictures = await picturesOf(found.map(({ id }) => id))
      const rows = found.map((row) => ({
        ...row,
        answers: answers.filter(({ feedbackId }) => feedbackId === row.id),
        pictures: pictures.flatMap(({ feedbackId, name }) => (feedbackId === row.id ? name : [])),
      }))
      const { total } = await having(status)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { rows, total }
    },

    /** Who wrote it and how it may be answered. */
    async find(id: string) {
      return db
        .selectFrom('feedback')
        .select(['user_id as userId', 'email', 'title', 'content', 'created_at as createdAt'])
        .where('id', '=', id)
        .executeTakeFirst()
    },

    /** @returns its id */
    async addAnswer({ feedbackId, userId, content, delivery }: NewAnswer): Promise<string> {
      const id = randomBytes(16).toString('hex')
      await db
        .insertInto('feedback_answers')
        .values({ id, feedback_id: feedbackId, user_id: userId, content, delivery, created_at: now() })
        .execute()
      return id
    },

    /** Stores how the answer was sent, and marks the feedback as solved. */
    async markAnswered(feedbackId: string, answerId: string, delivery: AnswerDelivery): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.updateTable('feedback_answers').set({ delivery }).where('id', '=', answerId).execute()
        await trx.updateTable('feedback').set({ status: FEEDBACK_STATUS.solved }).where('id', '=', feedbackId).execute()
      })
    },

    /** `false` for no such feedback. */
    async setStatus(id: string, status: number): Promise<boolean> {
      const row = await db
        .updateTable('feedback')
        .set({ status })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
