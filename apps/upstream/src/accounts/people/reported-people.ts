import type { Db } from '#platform/db/open.ts'

/** Maximum of open tickets about comments that are read, far more than ever wait. */
const OPEN_MAX = 5000
/** Maximum of closed tickets that are read, newest first. */
const CLOSED_MAX = 1000

const OPEN_STATES = ['new', 'open', 'waiting'] as const

/** An account whose comments were reported. */
export interface ReportedAccount {
  id: string
  /** Comments with an open ticket. */
  open: number
}

/** Lists reported accounts: those with most open reports first, then those whose reports are closed, latest first. */
export async function listReportedAccounts(db: Db): Promise<ReportedAccount[]> {
  const tickets = db
    .selectFrom('tickets')
    .innerJoin('comments', 'comments.id', 'tickets.comment_id')
    .select(['comments.user_id', 'tickets.state'])
    .where('tickets.kind', '=', 'comment')
  const openTickets = await tickets.where('tickets.state', 'in', OPEN_STATES).limit(OPEN_MAX).execute()
  const closed = await tickets
    .where('tickets.state', '=', 'closed')
    .orderBy('tickets.sort_at', 'desc')
    .orderBy('tickets.id', 'desc')
    .limit(CLOSED_MAX)
    .execute()
  const counts = new Map<string, number>()
  for (const { user_id: id } of openTickets) counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const { user_id: id } of closed) counts.set(id, counts.get(id) ?? 0)
  const found = [...counts].map(([id, number]) => ({ id, open: number }))
  return found.sort((one, other) => other.open - one.open)
}

/** Counts the comments of one account with an open ticket. */
export async function countOpenReports(db: Db, userId: string): Promise<number> {
  const all = await listReportedAccounts(db)
  return all.find(({ id }) => id === userId)?.open ?? 0
}
