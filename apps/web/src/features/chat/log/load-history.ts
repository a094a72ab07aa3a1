import type { Message } from '@portal/contract/messages.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { type ChatLog, emptyLog, overlaps, withEntries, withHistory } from './chat-log.ts'

/** Rows asked for at once. */
export const HISTORY_PAGE_SIZE = 40
/** Most that upstreams give (fact sheet 1.5). */
const PAGE_SIZE_MAX = 100
/** What was missed is looked through so far; beyond it the log begins anew. */
const PAGES_MAX = 5

interface HistoryPage {
  /** Newest first. */
  records: readonly Message[]
  pages: number
}

export type AskHistory = (pageNo: number, pageSize: number) => Promise<HistoryPage>

/** Pages of the conversation with a person, newest first. Whoever asks tells of a failure. */
export function historyOf(api: ApiClient, peerId: string): AskHistory {
  return (pageNo, pageSize) =>
    api.call('GET /v1/im/selectUserImHistory', { query: { toUserId: peerId, pageNo, pageSize }, quiet: true })
}

/** To be applied to the log as it is by then: more may have come meanwhile. */
export type LogChange = (log: ChatLog) => ChatLog

/**
 * The newest rows, as far back as to what was known before the gap, so that nothing is missing in between.
 * @param known the log at the beginning of the gap
 * @param unread so many are to be seen at once, when nothing is known yet
 * @throws as `ask`
 */
export async function catchUp(ask: AskHistory, known: ChatLog, unread = 0): Promise<LogChange> {
  const isFirst = known.rowIds.size === 0
  const size = isFirst ? Math.min(PAGE_SIZE_MAX, Math.max(HISTORY_PAGE_SIZE, unread + 10)) : HISTORY_PAGE_SIZE
  const rows: Message[] = []
  for (let pageNo = 1; pageNo <= PAGES_MAX; pageNo += 1) {
    const { records, pages } = await ask(pageNo, size)
    rows.push(...records)
    const isLast = pageNo >= pages
    // What has come meanwhile is newer.
    if (isFirst) return (log) => ({ ...withHistory(log, rows, true), hasOlder: !isLast })
    if (isLast || overlaps(known, records)) return (log) => withHistory(log, rows)
  }
  // Too much was missed: what came since stays, and what was known comes again on the way up.
  return (log) => {
    const since = log.entries.filter(({ id }) => !known.rowIds.has(id))
    return {
      ...withEntries(
        withHistory({ ...emptyLog(log.ownId), arrived: log.arrived, withdrawnEarly: log.withdrawnEarly }, rows),
        since,
      ),
      hasOlder: true,
    }
  }
}

/** The next rows up. @throws as `ask` */
export async function loadOlder(ask: AskHistory, known: ChatLog): Promise<LogChange> {
  let pageNo = Math.floor(known.rowIds.size / HISTORY_PAGE_SIZE) + 1
  for (;;) {
    const { records, pages } = await ask(pageNo, HISTORY_PAGE_SIZE)
    const isLast = pageNo >= pages
    // What is new below moves the rows on: a page may hold nothing but what is known.
    const isNews = records.some(({ id }) => id && !known.rowIds.has(id))
    if (isLast || isNews) return (log) => ({ ...withHistory(log, records, true), hasOlder: !isLast })
    pageNo += 1
  }
}
