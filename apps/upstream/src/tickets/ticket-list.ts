import { COUNT_MAX, type TicketKind, type TicketView } from '@portal/contract/tickets/ticket-rules.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { containsText } from '#platform/db/contains-text.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

/** Tickets per page. */
const PAGE_SIZE = 50
const OPEN_STATES = ['new', 'open', 'waiting'] as const
/** Tickets per query of an export. */
const CHUNK = 1000

export interface TicketFilter {
  view: TicketView
  /** The member of staff whose tickets are `mine`. */
  selfId: string
  /** Kinds of the list; `null`: all. */
  kinds: readonly TicketKind[] | null
  /** Search for words of the title, or a number. */
  q?: string | undefined
}

/** Position after a row: value of the order and id. */
export interface TicketPlace {
  sort: number
  id: number
}

/** A part of the list that one index has in order: state, and kind or assignee. */
type Slice = { state?: 'new' | 'open' | 'waiting' | 'closed'; kind?: TicketKind; assigneeId?: string }

/** Splits the list into slices, each of which is read from one index in its order. */
function listSlices({ view, selfId, kinds }: TicketFilter): Slice[] {
  if (view === 'mine') return OPEN_STATES.map((state) => ({ state, assigneeId: selfId }))
  const states: Slice[] =
    view === 'all' ? [{}] : view === 'todo' ? [{ state: 'new' }, { state: 'open' }] : [{ state: view }]
  return kinds === null ? states : states.flatMap((state) => kinds.map((kind) => ({ ...state, kind })))
}

/** Returns whether the order is newest first, otherwise most urgent first. */
const isDescending = (view: TicketView) => view === 'closed' || view === 'all'
const isById = (view: TicketView) => view === 'all'

type Query<Row> = SelectQueryBuilder<Tables, 'tickets', Row>

function applySlice<Row>(db: Db, query: Query<Row>, { state, kind, assigneeId }: Slice, q?: string): Query<Row> {
  let chosen = query
  if (assigneeId !== undefined) chosen = chosen.where('tickets.assignee_id', '=', assigneeId)
  if (kind !== undefined) chosen = chosen.where('tickets.kind', '=', kind)
  if (state !== undefined) chosen = chosen.where('tickets.state', '=', state)
  return q ? applyWords(db, chosen, q) : chosen
}

const NUMBER = /^(?:T-?)?(\d{1,12})$/i

function applyWords<Row>(db: Db, query: Query<Row>, q: string): Query<Row> {
  const number = NUMBER.exec(q)?.[1]
  if (number !== undefined) return query.where('tickets.id', '=', Number(number))
  return query.where(containsText(db, 'tickets.title', q))
}

/** Finds the ids of a page in the order of the view, and the place where the next one begins. */
async function findIds(db: Db, filter: TicketFilter, after: TicketPlace | undefined, size: number) {
  const { view, q } = filter
  const byId = isById(view)
  const [order, compare] = isDescending(view) ? (['desc', '<'] as const) : (['asc', '>'] as const)
  const found: TicketPlace[] = []
  for (const slice of listSlices(filter)) {
    let query = applySlice(db, db.selectFrom('tickets').select(['tickets.id', 'tickets.sort_at as sort']), slice, q)
    if (!byId) query = query.orderBy('tickets.sort_at', order)
    query = query.orderBy('tickets.id', order).limit(size + 1)
    if (after) {
      query = byId
        ? query.where('tickets.id', compare, after.id)
        : query.where(sql<boolean>`(tickets.sort_at, tickets.id) ${sql.raw(compare)} (${after.sort}, ${after.id})`)
    }
    found.push(...(await query.execute()))
  }
  const sign = order === 'asc' ? 1 : -1
  found.sort((one, other) => sign * ((byId ? 0 : one.sort - other.sort) || one.id - other.id))
  const page = found.slice(0, size)
  return { page, hasMore: found.length > size }
}

/** Queries all columns of a row in the list. */
export function queryTicketRows(db: Db) {
  return db
    .selectFrom('tickets')
    .leftJoin('feedback', 'feedback.id', 'tickets.feedback_id')
    .leftJoin('comments', 'comments.id', 'tickets.comment_id')
    .leftJoin('users as customer', (join) =>
      join.on((eb) => eb('customer.id', '=', eb.fn.coalesce('feedback.user_id', 'comments.user_id'))),
    )
    .leftJoin('ticket_comments', 'ticket_comments.ticket_id', 'tickets.id')
    .leftJoin('users as assignee', 'assignee.id', 'tickets.assignee_id')
    .selectAll('tickets')
    .select((eb) => [
      eb.fn.coalesce('customer.nickname', 'feedback.customer_name', 'ticket_comments.nickname').as('customer'),
      'feedback.source',
      'assignee.nickname as assigneeName',
      eb
        .selectFrom('report_pictures')
        .whereRef('report_pictures.feedback_id', '=', 'tickets.feedback_id')
        .select((counted) => counted.fn.countAll<number>().as('n'))
        .as('pictures'),
      eb
        .selectFrom('comment_reports')
        .whereRef('comment_reports.comment_id', '=', 'tickets.comment_id')
        .select((counted) => counted.fn.countAll<number>().as('n'))
        .as('reports'),
      eb
        .selectFrom('ticket_mails')
        .whereRef('ticket_mails.ticket_id', '=', 'tickets.id')
        .select('ticket_mails.state')
        .orderBy('ticket_mails.id', 'desc')
        .limit(1)
        .as('mailState'),
    ])
}

export type ListedTicket = Awaited<ReturnType<ReturnType<typeof queryTicketRows>['execute']>>[number]

async function readPage(db: Db, filter: TicketFilter, after: TicketPlace | undefined, size: number) {
  const { page, hasMore } = await findIds(db, filter, after, size)
  if (page.length === 0) return { rows: [], next: null }
  const ids = page.map(({ id }) => id)
  const rows = await queryTicketRows(db).where('tickets.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const last = page.at(-1)
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), next: hasMore && last ? last : null }
}

/** Lists one page of a view. */
export async function listTicketRows(db: Db, filter: TicketFilter, after?: TicketPlace) {
  return await readPage(db, filter, after, PAGE_SIZE)
}

/** Reads a whole view in chunks, for an export. */
export async function* streamTicketChunks(db: Db, filter: TicketFilter): AsyncGenerator<ListedTicket[]> {
  let after: TicketPlace | undefined
  for (;;) {
    const { rows, next } = await readPage(db, filter, after, CHUNK)
    if (rows.length > 0) yield rows
    if (!next) return
    after = next
  }
}

/** Counts the tickets in a view, exactly up to `COUNT_MAX`; a result above it means more. */
export async function countView(db: Db, filter: TicketFilter): Promise<number> {
  let sum = 0
  for (const slice of listSlices(filter)) sum += await countSlice(db, slice)
  return Math.min(sum, COUNT_MAX + 1)
}

async function countSlice(db: Db, slice: Slice, lateAt?: number): Promise<number> {
  let query = applySlice(db, db.selectFrom('tickets').select('tickets.id'), slice)
  if (lateAt !== undefined) query = query.where('tickets.sort_at', '<', lateAt)
  const { n } = await db
    .selectFrom(query.limit(COUNT_MAX + 1).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Counts tickets whose answer is overdue. */
export async function countLate(db: Db, kinds: readonly TicketKind[] | null, now: number): Promise<number> {
  let sum = 0
  for (const view of ['new', 'open'] as const) {
    for (const slice of listSlices({ view, kinds, selfId: '' })) sum += await countSlice(db, slice, now)
  }
  return Math.min(sum, COUNT_MAX + 1)
}
