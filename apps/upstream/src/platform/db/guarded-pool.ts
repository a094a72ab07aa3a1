import type { PostgresPool, PostgresQueryResult } from 'kysely'
import pg from 'pg'

/**
 * The database cannot be reached, or the connection was lost during a query. Whether a commit that was under way is
 * stored is unknown, so nothing is repeated here.
 */
export class DatabaseFault extends Error {
  override name = 'DatabaseFault'
}

/**
 * Codes of a server that stops, starts, has no connection left, or does not take writes yet (PostgreSQL, appendix A):
 * class 08, 57P01 to 57P03, 53300, 25006.
 */
const AWAY = /^(?:08...|57P0[123]|53300|25006)$/

/** Errors of `pg` that are no answers of the server concern the connection. */
function toFault(error: unknown): unknown {
  const isAway = !(error instanceof pg.DatabaseError) || AWAY.test(error.code ?? '')
  return isAway ? new DatabaseFault((error as Error).message, { cause: error }) : error
}

/**
 * Makes a pool for Kysely that names errors of the connection, and does not use a connection again that had one: its
 * answers may still be outstanding. A connection that is lost between two queries of a transaction would end the process
 * without a listener.
 */
export function guardPool(pool: pg.Pool): PostgresPool {
  async function connect() {
    const client = await pool.connect().catch((error: unknown) => {
      throw toFault(error)
    })
    let isLost = false
    const noteLoss = () => {
      isLost = true
    }
    client.on('error', noteLoss)
    return {
      async query<R>(sql: string, parameters: readonly unknown[]) {
        try {
          const { command, rowCount, rows } = await client.query(sql, [...parameters])
          return { command, rowCount, rows } as PostgresQueryResult<R>
        } catch (error) {
          const fault = toFault(error)
          if (fault instanceof DatabaseFault) noteLoss()
          throw fault
        }
      },
      release(isDiscarded = false) {
        client.off('error', noteLoss)
        client.release(isDiscarded || isLost)
      },
    }
  }
  // No query is read by a cursor.
  return { connect: connect as PostgresPool['connect'], end: () => pool.end(), options: pool.options }
}
