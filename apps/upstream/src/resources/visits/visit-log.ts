import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '#db/open.ts'

/** How long counts stay in memory. */
export const COUNTING_MS = 1 * SECOND_MS
/** Written at once beyond it, so that a flood cannot fill the memory. */
const PENDING_MAX = 2000
/** Visits that one client is counted for in a minute; the rest is answered and not counted. */
const COUNTED_A_CLIENT = 60
const ROWS_A_STATEMENT = 500
/** Longer ones are no words people search for. */
const KEYWORD_MAX = 20
const KEYWORDS_A_DAY = 5000

export type VisitLog = ReturnType<typeof createVisitLog>

interface Options {
  db: Db
  now: () => number
  countingMs: number
  onError: (error: Error) => void
}

interface Pending {
  pageViews: number
  visitors: Set<string>
  /** `day article client` → its parts. */
  reads: Map<string, { day: string; articleId: number; clientHash: string }>
  keywords: Map<string, number>
}

function nothingPending(): Pending {
  return { pageViews: 0, visitors: new Set(), reads: new Map(), keywords: new Map() }
}

function pieces<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_A_STATEMENT) }, (_, at) =>
    all.slice(at * ROWS_A_STATEMENT, (at + 1) * ROWS_A_STATEMENT),
  )
}

/**
 * Counts page views, visitors, reads and searches. They are kept in memory for a second and written together, so that
 * reading a page costs no write of its own; what a crash takes with it is a second of counting.
 */
export function createVisitLog({ db, now, countingMs, onError }: Options) {
  let pending = nothingPending()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let counted = new Map<string, number>()
  let countedSince = 0

  async function write({ pageViews, visitors, reads, keywords }: Pending): Promise<void> {
    await db.transaction().execute(async (trx) => {
      let newVisitors = 0
      for (const piece of pieces([...visitors])) {
        const added = await trx
          .insertInto('visitors')
          .values(piece.map((visitor_hash) => ({ visitor_hash, first_seen_at: now() })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('visitor_hash')
          .execute()
        newVisitors += added.length
      }
      for (const [name, value] of Object.entries({ page_views: pageViews, visitors: newVisitors })) {
        if (value === 0) continue
        await trx
          .insertInto('site_counters')
          .values({ name, value })
          .onConflict((conflict) =>
            conflict.column('name').doUpdateSet({ value: sql`site_counters.value + excluded.value` }),
          )
          .execute()
      }
      const readers = new Map<number, number>()
      for (const piece of pieces([...reads.values()])) {
        const added = await trx
          .insertInto('article_reads')
          .values(
            piece.map(({ day, articleId, clientHash }) => ({ day, article_id: articleId, client_hash: clientHash })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .returning('article_id')
          .execute()
        for (const { article_id: id } of added) readers.set(id, (readers.get(id) ?? 0) + 1)
      }
      // In the order of ids, so that two instances never wait for each other's rows.
      for (const [id, count] of [...readers].sort(([one], [other]) => one - other)) {
        await trx
          .updateTable('articles')
          .set((eb) => ({ quantity: eb('quantity', '+', count) }))
          .where('id', '=', id)
          .execute()
      }
      await writeKeywords(trx, keywords)
    })
  }

  async function writeKeywords(trx: Db, keywords: ReadonlyMap<string, number>): Promise<void> {
    if (keywords.size === 0) return
    const day = toWireDate(now())
    const { count } = await trx
      .selectFrom('search_terms')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('day', '=', day)
      .executeTakeFirstOrThrow()
    if (count >= KEYWORDS_A_DAY) return
    for (const [keyword, times] of [...keywords].sort(([one], [other]) => (one < other ? -1 : 1))) {
      await trx
        .insertInto('search_terms')
        .values({ keyword, day, times })
        .onConflict((conflict) =>
          conflict.columns(['day', 'keyword']).doUpdateSet({ times: sql`search_terms.times + excluded.times` }),
        )
        .execute()
    }
  }

  /** Writes what is pending. Never throws: a count that could not be written is logged and lost. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = pending
    pending = nothingPending()
    writing = writing.then(() => write(batch)).catch(onError)
    return writing
  }

  function noted(): void {
    const size = pending.visitors.size + pending.reads.size + pending.keywords.size
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
    /**
     * @param visitorHash stands for address and browser; one visitor, ever
     * @param client whose share is limited
     */
    pageViewed(visitorHash: string, client: string): void {
      if (!isCounted(client)) return
      pending.pageViews += 1
      pending.visitors.add(visitorHash)
      noted()
    },
    /** A client counts once per article and day. */
    articleRead(articleId: number, clientHash: string): void {
      const day = toWireDate(now())
      pending.reads.set(`${day} ${articleId} ${clientHash}`, { day, articleId, clientHash })
      noted()
    },
    /** A search that found something. */
    searched(keyword: string): void {
      if ([...keyword].length > KEYWORD_MAX) return
      pending.keywords.set(keyword, (pending.keywords.get(keyword) ?? 0) + 1)
      noted()
    },
    /** Forgets who read what on days that are over. */
    async sweep(): Promise<void> {
      await db.deleteFrom('article_reads').where('day', '<', toWireDate(now())).execute()
    },
  }
}
