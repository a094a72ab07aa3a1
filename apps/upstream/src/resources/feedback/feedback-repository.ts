import { randomBytes } from 'node:crypto'
import type { Db } from '#db/open.ts'

export interface NewFeedback {
  userId: string
  /** 1 wish, 2 defect. */
  type: number
  title: string
  content: string
  imgUrl: string | null
}

/** `status` of the fact sheet, section 2. */
const OPEN = 0

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>

export function createFeedbackRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    async add({ userId, type, title, content, imgUrl }: NewFeedback): Promise<void> {
      const id = randomBytes(16).toString('hex')
      const row = { id, user_id: userId, type, title, content, img_url: imgUrl, status: OPEN, created_at: now() }
      await db.insertInto('feedback').values(row).execute()
    },
  }
}
