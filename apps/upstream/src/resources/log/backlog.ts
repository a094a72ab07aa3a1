import { setImmediate } from 'node:timers/promises'
import { inTransaction } from '#db/in-transaction.ts'
import type { Db } from '#db/open.ts'
import { AppError } from '#errors.ts'
import { type Appending, appendAll, lockLog } from './append.ts'

/** In the records of certificates that are older than the log. */
export const BACKLOG_NOTE = '建立日志时补录'
/** In the records of certificates that changed while the log was stopped, or whose entry was never published. */
export const LATE_NOTE = '日志停止后补录'

const noteOf = (prev: number | null) => (prev === null ? BACKLOG_NOTE : LATE_NOTE)

/** Entries of one transaction. */
const CHUNK = 500

interface BacklogOptions extends Pick<Appending, 'digest' | 'fileDigest'> {
  db: Db
  now: () => number
}

/**
 * Appends what was published before there was a log or withdrawn while it was stopped, oldest first. Several instances may do it together.
 * @param goesOn asked after each chunk
 * @throws AppError when the log was stopped
 */
export async function enterBacklog(options: BacklogOptions, goesOn = () => true): Promise<void> {
  while ((await enterChunk(options)) && goesOn()) await setImmediate()
}

/** @returns whether more may wait */
async function enterChunk({ db, now, digest, fileDigest }: BacklogOptions): Promise<boolean> {
  const first = await db.selectFrom('log_backlog').select('pos').limit(1).executeTakeFirst()
  if (!first) return false
  return await inTransaction(db, async (trx) => {
    await lockLog(trx)
    const rows = await trx.selectFrom('log_backlog').selectAll().orderBy('pos').limit(CHUNK).execute()
    const last = rows.at(-1)
    if (!last) return false
    const numbers = rows.map(({ certificate_no }) => certificate_no)
    await appendAll(trx, numbers, { now: now(), digest, fileDigest, noteOf })
    await trx.deleteFrom('log_backlog').where('pos', '<=', last.pos).execute()
    return true
  })
}

/**
 * Appends the present state of numbers that are older than the log and not in it yet: before a step changes them.
 * @param trx has locked the log
 */
export async function enterWaiting(trx: Db, numbers: readonly string[], appending: Appending): Promise<void> {
  const rows = await trx
    .selectFrom('log_backlog')
    .select('certificate_no')
    .where('certificate_no', 'in', [...numbers])
    .orderBy('pos')
    .execute()
  if (rows.length === 0) return
  const waiting = rows.map(({ certificate_no }) => certificate_no)
  await appendAll(trx, waiting, { ...appending, noteOf })
  await trx.deleteFrom('log_backlog').where('certificate_no', 'in', waiting).execute()
}

/**
 * Lets numbers wait for an entry of their present state; those that wait already keep their place.
 * @param trx has locked the log
 */
export async function addToBacklog(trx: Db, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return
  const rows = await trx
    .selectFrom('log_backlog')
    .select('certificate_no')
    .where('certificate_no', 'in', [...numbers])
    .execute()
  const waiting = new Set(rows.map(({ certificate_no }) => certificate_no))
  const { last } = await trx
    .selectFrom('log_backlog')
    .select((eb) => eb.fn.coalesce(eb.fn.max('pos'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  const added = numbers.filter((certificateNo) => !waiting.has(certificateNo))
  for (const [at, certificate_no] of added.entries()) {
    await trx
      .insertInto('log_backlog')
      .values({ pos: Number(last) + 1 + at, certificate_no })
      .execute()
  }
}

/** Enters the backlog in the background, on any instance. */
export function createLogBacklog(options: BacklogOptions) {
  let entering: Promise<void> | undefined
  let isClosed = false
  return {
    /** Enters all of it; a stopped log is tried again by the next call. */
    async sweep(): Promise<void> {
      entering ??= enterBacklog(options, () => !isClosed)
        .catch((error: Error) => {
          if (!(error instanceof AppError)) throw error
        })
        .finally(() => {
          entering = undefined
        })
      await entering
    },
    /** Ends after the present transaction. */
    async close(): Promise<void> {
      isClosed = true
      await entering?.catch(() => {})
    },
  }
}
