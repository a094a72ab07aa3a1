import { DAY_MS, MINUTE_MS, SEARCHES_KEPT_DAYS, SECOND_MS } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'

/** Interval of writes. */
export const COUNTING_MS = 1 * SECOND_MS
/** Number of pending counts that causes an early flush, so that a flood cannot fill the memory. */
const PENDING_MAX = 2000
/** Maximum counted visits of one client in a minute; further ones are answered and not counted. */
const COUNTED_A_CLIENT = 60
const ROWS_A_STATEMENT = 500
const KEYWORDS_A_DAY = 5000

interface Options {
  db: Db
  now: () => number
  countingMs: number
  onError: (error: Error) => void
}

type ArticleRead = { day: string; articleId: number; clientHash: string }
type Search = { day: string; keyword: string; clientHash: string }

interface Pending {
  pageViews: number
  visitors: Set<string>
  /** Reads by `day article client`. */
  reads: Map<string, ArticleRead>
  /** Searches by `day client keyword`. */
  searches: Map<string, Search>
}

function makePending(): Pending {
  return { pageViews: 0, visitors: new Set(), reads: new Map(), searches: new Map() }
}

function splitIntoPieces<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_A_STATEMENT) }, (_, at) =>
    all.slice(at * ROWS_A_STATEMENT, (at + 1) * ROWS_A_STATEMENT),
  )
}

/** Adds visitors. @returns the number of new ones */
async function writeVisitors(trx: Db, visitors: ReadonlySet<string>, at: number): Promise<number> {
  let added = 0
  for (const piece of splitIntoPieces([...visitors])) {
    const rows = await trx
      .insertInto('visitors')
      .values(piece.map((visitor_hash) => ({ visitor_hash, first_seen_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('visitor_hash')
      .execute()
    added += rows.length
  }
  return added
}

async function addToCounters(trx: Db, counters: Record<string, number>): Promise<void> {
  for (const [name, value] of Object.entries(counters)) {
    if (value === 0) continue
    await trx
      .insertInto('site_counters')
      .values({ name, value })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ value: sql`site_counters.value + excluded.value` }),
      )
      .execute()
  }
}

async function writeReads(trx: Db, reads: Iterable<ArticleRead>): Promise<void> {
  const readers = new Map<number, number>()
  for (const piece of splitIntoPieces([...reads])) {
    const added = await trx
      .insertInto('article_reads')
      .values(piece.map(({ day, articleId, clientHash }) => ({ day, article_id: articleId, client_hash: clientHash })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('article_id')
      .execute()
    for (const { article_id: id } of added) readers.set(id, (readers.get(id) ?? 0) + 1)
  }
  // Updates in the order of ids in every instance, so that two of them do not deadlock.
  for (const [id, count] of [...readers].sort(([one], [other]) => one - other)) {
    await trx
      .updateTable('articles')
      .set((eb) => ({ quantity: eb('quantity', '+', count) }))
      .where('id', '=', id)
      .execute()
  }
}

async function writeSearches(trx: Db, searches: Iterable<Search>, today: string): Promise<void> {
  const added: { day: string; keyword: string }[] = []
  for (const piece of splitIntoPieces([...searches])) {
    const rows = await trx
      .insertInto('search_clients')
      .values(piece.map(({ day, keyword, clientHash }) => ({ day, keyword, client_hash: clientHash })))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['day', 'keyword'])
      .execute()
    added.push(...rows)
  }
  if (added.length === 0) return
  if ((await countRows(trx.selectFrom('search_terms').where('day', '=', today))) >= KEYWORDS_A_DAY) return
  const clients = Map.groupBy(added, ({ day, keyword }) => `${day} ${keyword}`)
  // Updates in the same order in every instance, so that two of them do not deadlock.
  for (const [, [first, ...others]] of [...clients].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (!first) continue
    await trx
      .insertInto('search_terms')
      .values({ ...first, times: 1 + others.length })
      .onConflict((conflict) =>
        conflict.columns(['day', 'keyword']).doUpdateSet({ times: sql`search_terms.times + excluded.times` }),
      )
      .execute()
  }
}

export type VisitLog = ReturnType<typeof createVisitLog>

/**
 * Counts page views, visitors, reads and searches. They are collected for a second and written together, so that
 * reading a page needs no write. A crash loses one second of counts.
 */
export function createVisitLog({ db, now, countingMs, onError }: Options) {
  let pending = makePending()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let counted = new Map<string, number>()
  let countedSince = 0

  async function write({ pageViews, visitors, reads, searches }: Pending): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const newVisitors = await writeVisitors(trx, visitors, now())
      await addToCounters(trx, { page_views: pageViews, visitors: newVisitors })
      await writeReads(trx, reads.values())
      await writeSearches(trx, searches.values(), toWireDate(now()))
    })
  }

  /** Writes the pending counts. Never rejects: a failed write is logged and its counts are lost. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = pending
    pending = makePending()
    writing = writing.then(() => write(batch)).catch(onError)
    return writing
  }

  function flushLater(): void {
    const size = pending.visitors.size + pending.reads.size + pending.searches.size
    if (size >= PENDING_MAX) void flush()
    else timer ??= setTimeout(flush, countingMs).unref()
  }

  function isCounted(client: string): boolean {
    if (now() - countedSince > MINUTE_MS || counted.size >= PENDING_MAX) {
      counted = new Map()
      countedSince = now()
    }
    const times = (counted.get(client) ?? 0) + 1
    counted.set(client, times)
    return times <= COUNTED_A_CLIENT
  }

  return {
    flush,
    /** Returns whether a report of a client is counted; each has a number of them in a minute. */
    isCounted,
    /**
     * Counts a page view.
     * @param visitorHash of address and browser; each is one visitor forever
     * @param client counted up to a number of views
     * @returns `false` when the client has reached its limit and the view is not counted
     */
    countView(visitorHash: string, client: string): boolean {
      if (!isCounted(client)) return false
      pending.pageViews += 1
      pending.visitors.add(visitorHash)
      flushLater()
      return true
    },
    /** Counts a reader. A client counts once per article and day. */
    countRead(articleId: number, clientHash: string): void {
      const day = toWireDate(now())
      pending.reads.set(`${day} ${articleId} ${clientHash}`, { day, articleId, clientHash })
      flushLater()
    },
    /**
     * Counts a search with hits. A client counts once per word and day.
     * @param keyword from `toHotWord`
     * @param hashOn hashes the client for a day; the hash must differ between days
     */
    countSearch(keyword: string, hashOn: (day: string) => string): void {
      const day = toWireDate(now())
      const clientHash = hashOn(day)
      pending.searches.set(`${day} ${clientHash} ${keyword}`, { day, keyword, clientHash })
      flushLater()
    },
    /** Deletes the readers and searchers of past days, and words that are not shown any more. */
    async sweep(): Promise<void> {
      const today = toWireDate(now())
      await db.deleteFrom('article_reads').where('day', '<', today).execute()
      await db.deleteFrom('search_clients').where('day', '<', today).execute()
      const oldest = toWireDate(now() - SEARCHES_KEPT_DAYS * DAY_MS)
      await db.deleteFrom('search_terms').where('day', '<=', oldest).execute()
    },
  }
}
