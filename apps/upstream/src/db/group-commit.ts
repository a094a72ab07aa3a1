import { sql, type Transaction } from 'kysely'
import type { Db } from './open.ts'
import type { Tables } from './tables.ts'

export type Write<T> = (trx: Transaction<Tables>) => Promise<T>

/** Gives what `write` gives, once it has reached the disk. @throws what `write` throws, and then nothing of it stays */
export type GroupCommit = <T>(write: Write<T>) => Promise<T>

/** One of a group. Settled in the order in which they came, after the commit. */
interface Member {
  attempt: Write<void>
  settle: () => void
  fail: (error: unknown) => void
}

/** Nobody waits for more than these. */
const GROUP_MAX = 100

/**
 * Commits writes that come at the same time together. SQLite waits for the disk at each commit, and with it everything
 * else in this process: alone they would wait for each other, one disk access after the other.
 */
export function createGroupCommit(db: Db): GroupCommit {
  const waiting: Member[] = []
  let isAwake = false

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) await commit(waiting.splice(0, GROUP_MAX))
    isAwake = false
  }

  async function commit(group: readonly Member[]): Promise<void> {
    try {
      await db.transaction().execute(async (trx) => {
        for (const { attempt } of group) await attempt(trx)
      })
    } catch (error) {
      for (const { fail } of group) fail(error)
      return
    }
    for (const { settle } of group) settle()
  }

  return (write) =>
    new Promise((resolve, reject) => {
      let settle = () => {}
      waiting.push({
        async attempt(trx) {
          await sql`savepoint member`.execute(trx)
          try {
            const result = await write(trx)
            settle = () => resolve(result)
          } catch (error) {
            // A full disk has ended the whole transaction: then it is the same error for all of them.
            await sql`rollback to member`.execute(trx).catch(() => {
              throw error
            })
            settle = () => reject(error)
          }
          await sql`release member`.execute(trx)
        },
        settle: () => settle(),
        fail: reject,
      })
      if (isAwake) return
      isAwake = true
      // Requests that have arrived by now are read first, and come along.
      setImmediate(() => void commitAll())
    })
}
