import type { JobKind } from '@portal/contract/site/job-rules.ts'
import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import type { Tables } from '#platform/db/tables.ts'
import { toOneLine } from '#platform/text/one-line.ts'

/** A job as the instance holds it that works on it. */
export type Job = Selectable<Tables['jobs']>

const REASON_MAX = 200

/** Another instance works on the job now, it was begun anew, or this instance stops. */
export class JobLost extends Error {
  override name = 'JobLost'
}

interface NewJob {
  kind: JobKind
  ref: string
  /** Epoch ms. */
  dueAt: number
  orderKey?: string
}

/**
 * Adds a job. One with the same kind and reference begins anew, also when it is dead; an instance that works on it loses it.
 * @param trx the transaction that stores what the job works on
 */
export async function addJob(trx: Db, { kind, ref, dueAt, orderKey }: NewJob): Promise<void> {
  const begun = { due_at: dueAt, taken_until: 0, attempts: 0, died_at: null, reason: null }
  await trx
    .insertInto('jobs')
    .values({ kind, ref, order_key: orderKey ?? null, ...begun })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'ref']).doUpdateSet((eb) => ({ ...begun, run: eb('jobs.run', '+', 1) })),
    )
    .execute()
}

/** Adds jobs; those that exist stay as they are. */
export async function addMissing(db: Db, kind: JobKind, refs: readonly string[], dueAt: number): Promise<void> {
  if (refs.length === 0) return
  await db
    .insertInto('jobs')
    .values(refs.map((ref) => ({ kind, ref, due_at: dueAt })))
    .onConflict((conflict) => conflict.columns(['kind', 'ref']).doNothing())
    .execute()
}

/** Whether a job waits or runs. */
export async function isPending(db: Db, kind: JobKind, ref: string): Promise<boolean> {
  const jobs = db.selectFrom('jobs').select('id').where('kind', '=', kind).where('ref', '=', ref)
  return await isAny(jobs.where('died_at', 'is', null))
}

interface Claim {
  kind: JobKind
  now: number
  leaseMs: number
}

/** Takes jobs that are due, so that no other instance works on them. Of those with one key the oldest comes first, and alone. */
export async function takeDue(db: Db, { most, ...claim }: Claim & { most: number }): Promise<Job[]> {
  const { kind, now } = claim
  const due = await db
    .selectFrom('jobs as job')
    .select(['id', 'run'])
    .where('kind', '=', kind)
    .where('died_at', 'is', null)
    .where('due_at', '<=', now)
    .where('taken_until', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs as other')
            .select('other.id')
            .whereRef('other.kind', '=', 'job.kind')
            .whereRef('other.order_key', '=', 'job.order_key')
            .where('other.died_at', 'is', null)
            .where('other.due_at', '<=', now)
            .where((eb) => eb.or([eb('other.taken_until', '>', now), eb('other.id', '<', eb.ref('job.id'))])),
        ),
      ),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
    .execute()
  const taken: Job[] = []
  for (const { id, run } of due) {
    const job = await takable(db, claim).where('id', '=', id).where('run', '=', run).executeTakeFirst()
    if (job) taken.push(job)
  }
  return taken
}

/** Returns when the next job of these kinds becomes due, epoch ms; `undefined`: none is planned. */
export async function findNextDue(db: Db, kinds: readonly JobKind[], now: number): Promise<number | undefined> {
  const live = db.selectFrom('jobs').select('due_at').where('kind', 'in', kinds).where('died_at', 'is', null)
  const planned = live.where('due_at', '>', now)
  return (await planned.orderBy('due_at').limit(1).executeTakeFirst())?.due_at
}

/** Takes one job, whether it is due or not. @returns `undefined` when there is none, or an instance works on it */
export async function takeOne(db: Db, ref: string, claim: Claim): Promise<Job | undefined> {
  return await takable(db, claim).where('ref', '=', ref).executeTakeFirst()
}

/** Takes jobs that no instance works on; the caller says which. */
const takable = (db: Db, { kind, now, leaseMs }: Claim) =>
  db
    .updateTable('jobs')
    .set((eb) => ({ taken_until: now + leaseMs, attempts: eb('attempts', '+', 1), run: eb('run', '+', 1) }))
    .where('kind', '=', kind)
    .where('died_at', 'is', null)
    .where('taken_until', '<=', now)
    .returningAll()

/** Changes a job as long as it is the caller's. */
const held = (db: Db, { id, run }: Job) => db.updateTable('jobs').where('id', '=', id).where('run', '=', run)

/** Extends the lease. @throws JobLost */
export async function renewLease(db: Db, job: Job, until: number, hasProgressed: boolean): Promise<void> {
  const renewed = await held(db, job)
    .set({ taken_until: until, ...(hasProgressed && { attempts: 1 }) })
    .executeTakeFirst()
  if (renewed.numUpdatedRows === 0n) throw new JobLost()
}

/** Attempts since the last progress that was stored. */
export async function countAttempts(db: Db, { id, attempts }: Job): Promise<number> {
  const row = await db.selectFrom('jobs').select('attempts').where('id', '=', id).executeTakeFirst()
  return row?.attempts ?? attempts
}

/** Gives a job back that was not worked on to its end, since this instance stops. */
export async function releaseJob(db: Db, job: Job): Promise<void> {
  await held(db, job)
    .set((eb) => ({ taken_until: 0, attempts: eb('attempts', '-', 1) }))
    .execute()
}

interface FailedAttempt {
  at: number
  /** Epoch ms; `null`: no more. */
  retryAt: number | null
}

/**
 * Plans the next attempt after an error, or gives the job up, which staff see in the overview.
 * @returns whether the job was still the caller's
 */
export async function noteAttempt(trx: Db, job: Job, error: Error, { at, retryAt }: FailedAttempt): Promise<boolean> {
  const planned = retryAt === null ? { died_at: at } : { due_at: retryAt }
  const noted = await held(trx, job)
    .set({ ...planned, taken_until: 0, reason: toOneLine(error.message, REASON_MAX) })
    .executeTakeFirst()
  return noted.numUpdatedRows === 1n
}

export async function endJob(db: Db, { id, run, kind, order_key }: Job, now: number): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where('run', '=', run).execute()
  if (order_key === null) return
  // Jobs that have waited longer than now come before the others of this key.
  await db
    .updateTable('jobs')
    .set({ due_at: now })
    .where('kind', '=', kind)
    .where('order_key', '=', order_key)
    .where('due_at', '<', now)
    .execute()
}

/** Dead jobs by kind. */
export async function countDead(db: Db) {
  return await db
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count'), eb.fn.max<number>('died_at').as('lastAt')])
    .where('died_at', 'is not', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute()
}
