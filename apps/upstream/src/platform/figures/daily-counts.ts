import { DAY_MS } from '@portal/contract/constants.ts'
import { ADDRESS_HITS_DAYS } from '@portal/contract/site/missing-addresses.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { CountKind } from '#platform/db/tables/figures.ts'
import { type Miss, storeMisses } from './missed-searches.ts'

/** Number of pending counts that causes an early flush, so that a flood cannot fill the memory. */
const PENDING_MAX = 1000
/** Maximum different numbers that are stored of a day. Further ones are counted as one. */
const NUMBERS_A_DAY = 100
/** Maximum different searches without hits of a process and day, one for each client. */
const MISSES_A_DAY = 5000
/** Maximum different sources of readers that are stored of an article and day. Further hosts are counted as one. */
const SOURCES_A_DAY = 40
/** How long numbers and words are stored, which is the longest period that is shown. Sums are stored for a year. */
const DETAILS_KEPT_DAYS = 91
const SUMS_KEPT_DAYS = 400
/** Characters that are stored of an unknown number: prefix and day, not the running number. */
const NUMBER_START = 10

/** Key of everything that is counted together. */
const OTHER = 'other'
/** Key of readers who reached the end of an article. */
export const READ_TO_END = 'end'

export type LookupResult =
  | 'valid'
  | 'reissued'
  | 'examination'
  | 'withdrawn'
  | 'mistyped'
  | 'unknown'
  | 'wrongCode'
  | 'unpublished'

interface Count {
  kind: CountKind
  day: string
  key: string
  times: number
}

interface Options {
  db: Db
  now: () => number
  flushMs: number
  onError: (error: Error) => void
}

export type DailyCounts = ReturnType<typeof createDailyCounts>

/**
 * Counts by day, kind and key. Counts are collected in memory and written together, so that a request costs one
 * addition to a map. A crash loses the counts since the last flush.
 */
export function createDailyCounts({ db, now, flushMs, onError }: Options) {
  let counts = new Map<string, Count>()
  let misses = new Map<string, Miss>()
  let missed = { day: '', times: 0 }
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  /** Writes the pending counts. Never rejects: a failed write is logged and its counts are lost. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const [batch, words] = [[...counts.values()], [...misses.values()]]
    ;[counts, misses] = [new Map(), new Map()]
    writing = writing
      .then(async () => {
        await addCounts(db, batch)
        await storeMisses(db, words)
      })
      .catch(onError)
    return writing
  }

  function flushLater(): void {
    if (counts.size + misses.size >= PENDING_MAX) void flush()
    else timer ??= setTimeout(flush, flushMs).unref()
  }

  function add(kind: CountKind, key: string): void {
    const day = toWireDate(now())
    const name = `${kind} ${day} ${key}`
    const count = counts.get(name) ?? { kind, day, key, times: 0 }
    count.times += 1
    counts.set(name, count)
    flushLater()
  }

  return {
    flush,
    countView: (path: string | undefined) => add('view', path ?? OTHER),
    /** @param key `READ_TO_END`, or the source of a reader who opened the article */
    countRead: (articleId: number, key: string) => add(`read.${articleId}`, key),
    /** @param certificateNo of `unknown` only, whose beginning is counted too */
    countLookup(result: LookupResult, certificateNo?: string): void {
      add('lookup', result)
      if (certificateNo !== undefined) add('unknown', certificateNo.slice(0, NUMBER_START))
    },
    /**
     * Notes a search without hits. The word is stored for a day with a digest of the client, and counted once several
     * clients have searched for it.
     * @param keyword from `toHotWord`
     * @param hashOn hashes the client for a day; the hash must differ between days
     */
    countMiss(keyword: string, hashOn: (day: string) => string): void {
      const day = toWireDate(now())
      if (missed.day !== day) missed = { day, times: 0 }
      if (missed.times >= MISSES_A_DAY) return
      const clientHash = hashOn(day)
      const name = `${day} ${clientHash} ${keyword}`
      if (misses.has(name)) return
      missed.times += 1
      misses.set(name, { day, keyword, clientHash })
      flushLater()
    },
    /** Deletes counts that are older than any displayed figure. */
    async sweep(): Promise<void> {
      const formatDayBefore = (days: number) => toWireDate(now() - days * DAY_MS)
      await db.deleteFrom('daily_counts').where('day', '<', formatDayBefore(SUMS_KEPT_DAYS)).execute()
      await db
        .deleteFrom('daily_counts')
        .where('kind', 'in', ['unknown', 'miss'])
        .where('day', '<', formatDayBefore(DETAILS_KEPT_DAYS))
        .execute()
      await db
        .deleteFrom('daily_counts')
        .where('kind', 'in', ['missing', 'moved'])
        .where('day', '<=', formatDayBefore(ADDRESS_HITS_DAYS))
        .execute()
    },
  }
}

/** Adds counts in one statement and in one order, so that two instances never wait for each other's rows. */
export async function addCounts(db: Db, all: readonly Count[]): Promise<void> {
  const counts = await limitKeys(db, all)
  if (counts.length === 0) return
  await db
    .insertInto('daily_counts')
    .values(counts.toSorted((one, other) => (toKey(one) < toKey(other) ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.columns(['kind', 'day', 'key']).doUpdateSet({ times: sql`daily_counts.times + excluded.times` }),
    )
    .execute()
}

const toKey = ({ kind, day, key }: Count) => `${kind} ${day} ${key}`

/** Finds how many keys of a kind and day visitors may choose; `undefined`: they choose none. */
function findKeyLimit({ kind, key }: Count): number | undefined {
  if (kind === 'unknown') return NUMBERS_A_DAY
  // Groups of sources have no dot.
  return kind.startsWith('read.') && key.includes('.') ? SOURCES_A_DAY : undefined
}

/** Replaces the keys beyond the limit of their kind and day by one key. */
async function limitKeys(db: Db, all: readonly Count[]): Promise<Count[]> {
  const counts = new Map<string, Count>()
  const storedKeys = await readKnownKeys(db, all)
  for (const count of all) {
    const keys = storedKeys.get(toGroup(count))
    const limit = findKeyLimit(count)
    const isOver = limit !== undefined && keys && !keys.has(count.key) && keys.size >= limit
    const limitedCount = isOver ? { ...count, key: OTHER } : count
    if (limit !== undefined) keys?.add(limitedCount.key)
    const sameCount = counts.get(toKey(limitedCount))
    if (sameCount) sameCount.times += limitedCount.times
    else counts.set(toKey(limitedCount), { ...limitedCount })
  }
  return [...counts.values()]
}

const toGroup = ({ kind, day }: Pick<Count, 'kind' | 'day'>) => `${kind} ${day}`

/** Finds the stored keys of each kind and day for which there are new ones. */
async function readKnownKeys(db: Db, counts: readonly Count[]): Promise<Map<string, Set<string>>> {
  const limited = counts.filter((count) => findKeyLimit(count) !== undefined)
  const keysByGroup = new Map(limited.map((count) => [toGroup(count), new Set<string>()]))
  if (limited.length === 0) return keysByGroup
  const rows = await db
    .selectFrom('daily_counts')
    .select(['kind', 'day', 'key'])
    .where('kind', 'in', [...new Set(limited.map(({ kind }) => kind))])
    .where('day', 'in', [...new Set(limited.map(({ day }) => day))])
    .execute()
  for (const row of rows) keysByGroup.get(toGroup(row))?.add(row.key)
  return keysByGroup
}
