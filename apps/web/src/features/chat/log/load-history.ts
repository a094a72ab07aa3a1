import type { Message } from '@portal/contract/community/messages.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { addEntries, addHistory, type ChatLog, createLog, hasCommonRows } from './chat-log.ts'

export const HISTORY_PAGE_SIZE = 40
/** Maximum page size of upstream. */
const PAGE_SIZE_MAX = 100
/** Number of pages loaded to close a gap; after a longer gap the log starts again. */
const PAGES_MAX = 5

export type LoadPage = ReturnType<typeof createHistoryLoader>

/** Loads a page of the history with a peer, newest first, without showing errors. */
export function createHistoryLoader(api: ApiClient, peerId: string) {
  return (pageNo: number, pageSize: number): Promise<{ records: readonly Message[]; pages: number }> =>
    api.call('GET /v1/im/selectUserImHistory', { query: { toUserId: peerId, pageNo, pageSize }, quiet: true })
}

/** A change that is applied to the current log, which may have changed during the request. */
export type LogChange = (log: ChatLog) => ChatLog

/**
 * Loads the newest messages back to those that were known before the gap.
 * @param known the log before the gap
 * @param unread number of messages to load at once when none is known
 * @throws the errors of `load`
 */
export async function loadMissed(load: LoadPage, known: ChatLog, unread = 0): Promise<LogChange> {
  const isFirst = known.rowIds.size === 0
  const size = isFirst ? Math.min(PAGE_SIZE_MAX, Math.max(HISTORY_PAGE_SIZE, unread + 10)) : HISTORY_PAGE_SIZE
  const rows: Message[] = []
  for (let pageNo = 1; pageNo <= PAGES_MAX; pageNo += 1) {
    const { records, pages } = await load(pageNo, size)
    rows.push(...records)
    const isLast = pageNo >= pages
    // Messages that arrived in the meantime are newer.
    if (isFirst) return (log) => ({ ...addHistory(log, rows, true), hasOlder: !isLast })
    if (isLast || hasCommonRows(known, records)) return (log) => addHistory(log, rows)
  }
  // The gap is too large: only messages loaded since then are kept, and older ones are loaded again on scrolling.
  return (log) => {
    const since = log.entries.filter(({ id }) => !known.rowIds.has(id))
    const { arrived, withdrawnEarly } = log
    const next = addHistory({ ...createLog(log.ownId), arrived, withdrawnEarly }, rows)
    return { ...addEntries(next, since), hasOlder: true }
  }
}

/**
 * Loads the next older messages.
 * @throws the errors of `load`
 */
export async function loadOlder(load: LoadPage, known: ChatLog): Promise<LogChange> {
  let pageNo = Math.floor(known.rowIds.size / HISTORY_PAGE_SIZE) + 1
  for (;;) {
    const { records, pages } = await load(pageNo, HISTORY_PAGE_SIZE)
    const isLast = pageNo >= pages
    // New messages shift the pages, so a page may contain only known messages.
    const isNews = records.some(({ id }) => id && !known.rowIds.has(id))
    if (isLast || isNews) return (log) => ({ ...addHistory(log, records, true), hasOlder: !isLast })
    pageNo += 1
  }
}
