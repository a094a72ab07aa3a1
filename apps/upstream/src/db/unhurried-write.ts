import { SqliteAdapter, sql, type Transaction } from 'kysely'
import type { Db } from './open.ts'
import type { Tables } from './tables.ts'

/**
 * A transaction that is whole or not there, but need not have reached the disk when this returns: what a power cut takes
 * with it is nothing that anybody was promised. On SQLite, waiting for the disk stops everybody's requests. The next
 * ordinary commit brings it to the disk with its own.
 */
export async function writeUnhurried<T>(db: Db, write: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return await db.transaction().execute(write)
  return await db.connection().execute(async (alone) => {
    await sql`pragma synchronous = normal`.execute(alone)
    try {
      return await alone.transaction().execute(write)
    } finally {
      await sql`pragma synchronous = full`.execute(alone)
    }
  })
}
