import type { Db } from '#platform/db/open.ts'
import type { HealthMark } from '#platform/db/tables/figures.ts'

interface Options {
  db: Db
  now: () => number
  onError: (error: Error) => void
}

export type HealthMarks = ReturnType<typeof createHealthMarks>

/** Times of the last events of each kind, for all instances and after a restart. */
export function createHealthMarks({ db, now, onError }: Options) {
  return {
    /** Sets a mark. Never rejects, because a mark is not worth a failure. @returns its time, epoch ms */
    async set(name: HealthMark, detail = ''): Promise<number> {
      const mark = { at: now(), detail }
      await db
        .insertInto('health_marks')
        .values({ name, ...mark })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(mark))
        .execute()
        .catch(onError)
      return mark.at
    },

    async readAll(): Promise<Partial<Record<HealthMark, { at: number; detail: string }>>> {
      const rows = await db.selectFrom('health_marks').selectAll().execute()
      return Object.fromEntries(rows.map(({ name, at, detail }) => [name, { at, detail }]))
    },
  }
}
