import { randomBytes } from 'node:crypto'
import type { Db } from '#db/open.ts'
import type { Page } from '#paging.ts'

/** `type` of feedback (fact sheet, section 2); a report is ours. */
export const FEEDBACK = { wish: 1, defect: 2, forgery: 3 } as const

export interface NewFeedback {
  /** `null` for a visitor. */
  userId: string | null
  type: number
  title: string
  content: string
  imgUrl: string | null
}

/** `status` of the fact sheet, section 2. */
const OPEN = 0

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>

export function createFeedbackRepository({ db, now }: { db: Db; now: () => number }) {
  function having(status: number | undefined) {
    const all = db.selectFrom('feedback')
    return status === undefined ? all : all.where('feedback.status', '=', status)
  }

  return {
    async add({ userId, type, title, content, imgUrl }: NewFeedback): Promise<void> {
      const id = randomBytes(16).toString('hex')
      const row = { id, user_id: userId, type, title, content, img_url: imgUrl, status: OPEN, created_at: now() }
      await db.insertInto('feedback').values(row).execute()
    },

    /** Newest first. */
    async list(status: number | undefined, page: Page) {
      const rows = await having(status)
        .leftJoin('users', 'users.id', 'feedback.user_id')
        .select([
          'feedback.id',
          'feedback.type',
          'feedback.title',
          'feedback.content',
          'feedback.img_url as imgUrl',
          'feedback.user_id as userId',
          'users.nickname',
          'feedback.status',
          'feedback.created_at as createdAt',
        ])
        .orderBy('feedback.created_at', 'desc')
        .orderBy('feedback.id', 'desc')
        .limit(page.size)
        .offset(page.offset)
        .execute()
      const { total } = await having(status)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { rows, total }
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
