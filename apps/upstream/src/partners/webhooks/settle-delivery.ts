import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import type { OffReason } from '@portal/contract/partners/webhook-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { addJob } from '#platform/jobs/job-rows.ts'
import type { DueEvent } from './due-events.ts'
import type { Outcome } from './post-webhook.ts'
import { GIVE_UP_MS, nextAttempt, pauseAfter } from './retry-times.ts'

/** An endpoint without any success for so long is switched off. */
const FAILING_MAX_MS = 3 * DAY_MS
/** Minimum duration of an outage after which a success makes all waiting deliveries due: the receiver is back. */
const OUTAGE_MS = MINUTE_MS
/** Events that one success makes due: up to a million may wait, more than one statement can write in its time. */
export const WOKEN_AT_ONCE = 1000
/** The receiver wants nothing more. */
const GONE = 410

const isSuccess = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

interface Times {
  /** When the delivery began, epoch ms. */
  attemptedAt: number
  now: number
  /** 0 to 1, for the jitter. */
  random: number
}

/** Records a delivery and plans what follows, in one transaction. */
export async function settleDelivery(db: Db, event: DueEvent, outcome: Outcome, times: Times): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const endpoint = await lockEndpoint(trx, event.endpoint_id)
    // Removed meanwhile, with its events.
    if (!endpoint) return
    const { status, problem, answer, durationMs } = outcome
    const attempt = { attempted_at: times.attemptedAt, duration_ms: durationMs, status, problem }
    // PostgreSQL stores no NUL.
    const text = answer.replaceAll('\0', '')
    await trx
      .insertInto('webhook_attempts')
      .values({ event_id: event.id, ...attempt, answer: text })
      .execute()
    if (isSuccess(outcome)) await succeed(trx, event, endpoint.failing_since, times.now)
    else if (await plan(trx, event, outcome, times)) await noteFailure(trx, endpoint, outcome, times.now)
  })
}

/**
 * Deliveries of an endpoint are settled one after the other, since each may touch the events of others. No key column is
 * written, so that PostgreSQL lets a long import queue events meanwhile.
 */
async function lockEndpoint(trx: Db, id: number) {
  return await trx
    .updateTable('webhook_endpoints')
    .set((eb) => ({ paused_until: eb.ref('paused_until') }))
    .where('id', '=', id)
    .returning(['id', 'failing_since', 'paused_until'])
    .executeTakeFirst()
}

async function succeed(trx: Db, { id, endpoint_id }: DueEvent, since: number | null, now: number): Promise<void> {
  // Even if another instance took it meanwhile: it has arrived.
  await trx
    .updateTable('webhook_events')
    .set((eb) => ({ state: 'delivered', attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  if (since === null) return
  const woken = now - since < OUTAGE_MS ? 0 : await wake(trx, endpoint_id, now)
  // More may wait: the next success goes on.
  const failing_since = woken === WOKEN_AT_ONCE ? now - OUTAGE_MS : null
  await trx
    .updateTable('webhook_endpoints')
    .set({ failing_since, paused_until: 0 })
    .where('id', '=', endpoint_id)
    .execute()
}

/** Makes events due that wait for their next attempt, the next ones first. @returns how many */
async function wake(trx: Db, endpointId: number, now: number): Promise<number> {
  const next = trx
    .selectFrom('webhook_events')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('due_at', '>', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(WOKEN_AT_ONCE)
  const woken = await trx.updateTable('webhook_events').set({ due_at: now }).where('id', 'in', next).executeTakeFirst()
  return Number(woken.numUpdatedRows)
}

/** Plans the next attempt, or gives the event up. @returns false when another instance has taken it meanwhile */
async function plan(trx: Db, event: DueEvent, outcome: Outcome, times: Times): Promise<boolean> {
  const { attemptedAt, now, random } = times
  const attempts = event.attempts + 1
  // Events that were held back have their three days too.
  const beganAt = event.attempts === 0 ? attemptedAt : event.began_at
  const isGivenUp = now - beganAt >= GIVE_UP_MS
  const dueAt = nextAttempt({ ...outcome, attempts, now }, random)
  const planned = await trx
    .updateTable('webhook_events')
    .set({ attempts, began_at: beganAt, due_at: dueAt, state: isGivenUp ? 'failed' : 'waiting' })
    .where('id', '=', event.id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', event.attempts)
    .executeTakeFirst()
  if (planned.numUpdatedRows === 0n) return false
  if (!isGivenUp) await holdFollowers(trx, event, dueAt)
  return true
}

/** They are not due before the one they follow, so that the search for due events stays short. */
async function holdFollowers(trx: Db, { endpoint_id, certificate_no, id }: DueEvent, until: number): Promise<void> {
  await trx
    .updateTable('webhook_events')
    .set({ due_at: until })
    .where('endpoint_id', '=', endpoint_id)
    .where('certificate_no', '=', certificate_no)
    .where('state', '=', 'waiting')
    .where('id', '>', id)
    .where('due_at', '<', until)
    .execute()
}

async function noteFailure(
  trx: Db,
  { id, failing_since, paused_until }: NonNullable<Awaited<ReturnType<typeof lockEndpoint>>>,
  outcome: Outcome,
  now: number,
): Promise<void> {
  const since = failing_since ?? now
  const pausedUntil = Math.max(paused_until, pauseAfter({ ...outcome, now }))
  const reason = offReason(outcome, now - since)
  if (since === failing_since && pausedUntil === paused_until && reason === null) return
  const noted = await trx
    .updateTable('webhook_endpoints')
    .set({ failing_since: since, paused_until: pausedUntil, ...(reason && { off_reason: reason }) })
    .where('id', '=', id)
    .where('off_reason', 'is', null)
    .executeTakeFirst()
  if (reason && noted.numUpdatedRows === 1n) await addJob(trx, { kind: 'endpointMail', ref: String(id), dueAt: now })
}

function offReason({ status }: Outcome, failingMs: number): OffReason | null {
  if (status === GONE) return 'gone'
  return failingMs >= FAILING_MAX_MS ? 'failing' : null
}
