import type { Duty } from '@portal/contract/accounts/duties.ts'
import { type ChangeState, CONFIRMED_WITHIN_MS, type DeskStage } from '@portal/contract/certificates/desk/desk-rules.ts'
import { DAY_MS, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Waiting } from '@portal/contract/site/figures.ts'
import { WAITING_MAX, type WaitingKind } from '@portal/contract/site/waiting-rules.ts'
import { listVisibleKinds, TICKET_KINDS, type TicketKind } from '@portal/contract/tickets/ticket-rules.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import { RECOVERED_NUMBERS } from '#certificates/desk/recovered-certificates.ts'
import { isVisible } from '#certificates/desk/staged-changes.ts'
import { AWAITS_REVIEW } from '#certificates/list/desk-paths.ts'
import { findDisputes, findExcess } from '#orders/lists/order-list.ts'
import type { Db } from '#platform/db/open.ts'
import { countUpTo } from '#platform/db/queries.ts'

/** Time for a decision on a certificate, an article or a dispute. Tickets have their own clock. */
const ALLOWED_MS = 3 * DAY_MS
const COMMENT_ALLOWED_MS = DAY_MS
/** A customer waits for the sample. */
const EXCESS_ALLOWED_MS = DAY_MS
/** Counts are exact up to one above the limit. */
const COUNTED_MAX = WAITING_MAX + 1

interface WaitingWork {
  count: number
  oldest: { title: string; sinceMs: number; dueMs: number } | undefined
}

/**
 * Reads the work that waits for a person with these duties, the earliest due first; kinds without waiting work come
 * last.
 */
export async function readWaiting(db: Db, duties: readonly Duty[], nowMs: number): Promise<Waiting[]> {
  const has = (duty: Duty) => duties.includes('owner') || duties.includes(duty)
  const found: [WaitingKind, WaitingWork][] = []
  for (const kind of listVisibleKinds(duties) ?? TICKET_KINDS) found.push([kind, await findWaitingTickets(db, kind)])
  if (has('review')) found.push(['review', await findSubmitted(db, 'review')])
  if (has('approve')) {
    found.push(
      ['certificate', await findSubmitted(db, 'approval')],
      ['withdrawal', await findUnconfirmedWithdrawals(db)],
    )
  }
  if (has('certify')) found.push(['returned', await findOldest(db, queryPending(db, 'returned'))])
  if (has('certify') || has('review') || has('approve')) found.push(['recovery', await findRecoveredCertificates(db)])
  if (has('edit')) found.push(['article', await findArticlesInReview(db)])
  if (has('edit') || has('support')) found.push(['heldComment', await findWaitingComments(db)])
  if (duties.includes('owner')) {
    const [excess, disputes] = [await findExcess(db, nowMs), await findDisputes(db, nowMs)]
    found.push(
      ['excess', { ...excess, oldest: addDueTime(excess.oldest, EXCESS_ALLOWED_MS) }],
      ['dispute', { ...disputes, oldest: addDueTime(disputes.oldest) }],
    )
  }
  const findDue = ({ oldest }: WaitingWork) => oldest?.dueMs ?? Number.MAX_VALUE
  return found
    .sort(([, one], [, other]) => findDue(one) - findDue(other))
    .map(([kind, { count, oldest }]) => ({ kind, count, oldest: oldest ? toWire(oldest) : null }))
}

function toWire({ title, sinceMs, dueMs }: NonNullable<WaitingWork['oldest']>) {
  return { title, since: toWireDateTime(sinceMs), dueAt: toWireDateTime(dueMs) }
}

/** Counts waiting tickets, except those that wait for the customer. */
async function findWaitingTickets(db: Db, kind: TicketKind): Promise<WaitingWork> {
  const all: { count: number; rows: { title: string; sinceMs: number; dueMs: number }[] }[] = []
  for (const state of ['new', 'open'] as const) {
    const tickets = db.selectFrom('tickets').where('kind', '=', kind).where('state', '=', state)
    const rows = await tickets
      .select(['title', 'created_at as sinceMs', 'sort_at as dueMs'])
      .orderBy('sort_at')
      .orderBy('id')
      .limit(1)
      .execute()
    all.push({ rows, count: rows.length === 0 ? 0 : await countUpTo(db, tickets, COUNTED_MAX) })
  }
  const [oldest] = all.flatMap(({ rows }) => rows).sort((one, other) => one.dueMs - other.dueMs)
  return { oldest, count: all.reduce((sum, { count }) => sum + count, 0) }
}

const queryPending = (db: Db, state: ChangeState) =>
  db.selectFrom('pending_changes').where('state', '=', state).where(isVisible)

async function findSubmitted(db: Db, stage: DeskStage): Promise<WaitingWork> {
  const awaiting = sql<boolean>`certificate_no in (
    select row.certificate_no from certificate_desk as row where row.change_state = 'submitted' and ${AWAITS_REVIEW}
  )`
  const changes = queryPending(db, 'submitted')
  return await findOldest(db, changes.where(stage === 'review' ? awaiting : sql<boolean>`not ${awaiting}`))
}

async function findOldest(db: Db, changes: ReturnType<typeof queryPending>): Promise<WaitingWork> {
  const oldest = await changes
    .select(['certificate_no as title', 'changed_at as sinceMs'])
    .orderBy('changed_at')
    .orderBy('certificate_no')
    .limit(1)
    .executeTakeFirst()
  return { oldest: addDueTime(oldest), count: await countUpTo(db, changes, COUNTED_MAX) }
}

async function findUnconfirmedWithdrawals(db: Db): Promise<WaitingWork> {
  const waiting = db.selectFrom('certificate_confirmations')
  const oldest = await waiting
    .select(['certificate_no as title', 'at as sinceMs'])
    .orderBy('at')
    .orderBy('certificate_no')
    .limit(1)
    .executeTakeFirst()
  return { oldest: addDueTime(oldest, CONFIRMED_WITHIN_MS), count: await countUpTo(db, waiting, COUNTED_MAX) }
}

async function findRecoveredCertificates(db: Db): Promise<WaitingWork> {
  const recovered = db.selectFrom('certificate_recoveries').where('certificate_no', 'in', RECOVERED_NUMBERS)
  const oldest = await recovered
    .select(['certificate_no as title', 'at as sinceMs'])
    .orderBy('at')
    .orderBy('certificate_no')
    .limit(1)
    .executeTakeFirst()
  return { oldest: addDueTime(oldest), count: await countUpTo(db, recovered, COUNTED_MAX) }
}

async function findArticlesInReview(db: Db): Promise<WaitingWork> {
  const waiting = db.selectFrom('articles').where('is_publish', '=', PUBLISH_STATE.inReview)
  const since = sql<number>`coalesce(submitted_at, created_at)`
  const oldest = await waiting
    .select(['title', since.as('sinceMs')])
    .orderBy(since)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { oldest: addDueTime(oldest), count: await countUpTo(db, waiting, COUNTED_MAX) }
}

async function findWaitingComments(db: Db): Promise<WaitingWork> {
  const waiting = db.selectFrom('held_comments').where('held_comments.state', '=', 'waiting')
  const oldest = await waiting
    .innerJoin('articles', 'articles.id', 'held_comments.article_id')
    .select(['articles.title', 'held_comments.created_at as sinceMs'])
    .orderBy('held_comments.id')
    .limit(1)
    .executeTakeFirst()
  return { oldest: addDueTime(oldest, COMMENT_ALLOWED_MS), count: await countUpTo(db, waiting, COUNTED_MAX) }
}

function addDueTime(
  oldest: { title: string; sinceMs: number } | undefined,
  allowedMs: number = ALLOWED_MS,
): WaitingWork['oldest'] {
  return oldest && { ...oldest, dueMs: oldest.sinceMs + allowedMs }
}
