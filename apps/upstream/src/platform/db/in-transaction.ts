import type { Db } from './open.ts'

/** Runs `work` in the open transaction, or in a new one. */
export function runInTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
