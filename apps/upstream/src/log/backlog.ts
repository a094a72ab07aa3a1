import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { runInTransaction } from '#platform/db/in-transaction.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { AppError } from '#platform/errors.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { type Appending, appendTexts, lockLog } from './append.ts'
import { type LoggedText, readText } from './log-record.ts'

/** Note in the records of certificates that were withdrawn while the log was stopped, or whose entry was never published. */
export const LATE_NOTE = '日志停止后补录'

/** Entries of one transaction. */
const CHUNK = 500

type Row = Selectable<Tables['log_backlog']>

/** Seals with the key of the installation, which is not in the database: an attacker who writes only there cannot queue a text. */
const sealWaiting = (digest: Digest, text: string) => digest('log-backlog', text)

/** `undefined` for a row that this installation did not make. */
function readRow(digest: Digest, { certificate_no, text, seal }: Row): LoggedText | undefined {
  if (sealWaiting(digest, text) !== seal) return undefined
  const read = readText(text)
  return read.certificate_no === certificate_no ? read : undefined
}

/** What a number waits for: the text of its next entry. */
export async function readWaiting(db: Db, digest: Digest, certificateNo: string): Promise<LoggedText | undefined> {
  const rows = db.selectFrom('log_backlog').selectAll().where('certificate_no', '=', certificateNo)
  const row = await rows.executeTakeFirst()
  return row && readRow(digest, row)
}

/**
 * Lets a number wait for the entry of a text; one that waits already gets this text and keeps its place.
 * @param trx has locked the log
 */
export async function addToBacklog(trx: Db, digest: Digest, { certificate_no, text }: LoggedText): Promise<void> {
  const { last } = await trx
    .selectFrom('log_backlog')
    .select((eb) => eb.fn.coalesce(eb.fn.max('pos'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  const sealed = { text, seal: sealWaiting(digest, text) }
  await trx
    .insertInto('log_backlog')
    .values({ pos: Number(last) + 1, certificate_no, ...sealed })
    .onConflict((conflict) => conflict.column('certificate_no').doUpdateSet(sealed))
    .execute()
}

interface BacklogOptions {
  db: Db
  digest: Digest
  now: () => number
  /** Called with each number whose row cannot be entered. */
  onMismatch?: (certificateNo: string) => void
}

/**
 * Appends the withdrawals of the time while the log was stopped, and those that have lost an unpublished entry, oldest first. Several
 * instances may do it together. Texts that this installation did not queue, or that do not follow the number's newest entry, stay.
 * @param goesOn called after each chunk
 * @throws AppError when the log was stopped
 */
export async function enterBacklog({ db, ...options }: BacklogOptions, goesOn = () => true): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    last = await enterChunk(db, options, last)
    if (!goesOn()) return
    await setImmediate()
  }
}

/** @returns the place of the last row that was looked at; `undefined`: no more wait */
async function enterChunk(db: Db, { digest, now, onMismatch }: Omit<BacklogOptions, 'db'>, after: number) {
  const waiting = (from: Db) => from.selectFrom('log_backlog').selectAll().where('pos', '>', after).orderBy('pos')
  if (!(await waiting(db).limit(1).executeTakeFirst())) return undefined
  return await runInTransaction(db, async (trx) => {
    await lockLog(trx)
    const rows = await waiting(trx).limit(CHUNK).execute()
    const refused = await enterRows(trx, rows, { digest, now: now() })
    for (const { certificate_no } of refused) onMismatch?.(certificate_no)
    return rows.at(-1)?.pos
  })
}

/** @returns those that stay */
async function enterRows(trx: Db, rows: readonly Row[], appending: Appending): Promise<Row[]> {
  if (rows.length === 0) return []
  const numbers = rows.map(({ certificate_no }) => certificate_no)
  const certificates = await trx
    .selectFrom('certificates')
    .select(['certificate_no', 'log_index'])
    .where('certificate_no', 'in', numbers)
    .execute()
  const newest = new Map(certificates.map(({ certificate_no, log_index }) => [certificate_no, log_index]))
  const texts = new Map<number, LoggedText>()
  for (const row of rows) {
    const text = readRow(appending.digest, row)
    if (text && text.prev === newest.get(row.certificate_no)) texts.set(row.pos, text)
  }
  if (texts.size > 0) {
    await appendTexts(trx, [...texts.values()], { ...appending, note: LATE_NOTE })
    await trx
      .deleteFrom('log_backlog')
      .where('pos', 'in', [...texts.keys()])
      .execute()
  }
  return rows.filter(({ pos }) => !texts.has(pos))
}

/**
 * Appends what numbers wait for, before a step enters their new state. What does not fit is dropped: the step takes its place.
 * @param trx has locked the log
 */
export async function enterWaiting(trx: Db, numbers: readonly string[], appending: Appending): Promise<void> {
  const waiting = trx.deleteFrom('log_backlog').where('certificate_no', 'in', [...numbers])
  await enterRows(trx, await waiting.returningAll().execute(), appending)
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
