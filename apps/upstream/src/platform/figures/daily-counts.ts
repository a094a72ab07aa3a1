import { DAY_MS } from '@portal/contract/constants.ts'
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
/** How long numbers and words are stored, which is the longest period that is shown. Sums are stored for a year. */
const DETAILS_KEPT_DAYS = 91
const SUMS_KEPT_DAYS = 400
/** Characters that are stored of an unknown number: prefix and day, not the running number. */
const NUMBER_START = 10

/** Key of everything that is counted together. */
const OTHER = 'other'

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
    },
  }
}

/** Adds counts in one statement and in one order, so that two instances never wait for each other's rows. */
async function addCounts(db: Db, all: readonly Count[]): Promise<void> {
  const counts = await limitNumbers(db, all)
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

/** Replaces the numbers beyond the limit of a day by one key. */
async function limitNumbers(db: Db, all: readonly Count[]): Promise<Count[]> {
  const counts = new Map<string, Count>()
  const storedNumbers = await readKnownNumbers(db, all)
  for (const count of all) {
    const numbers = storedNumbers.get(count.day)
    const isOver = count.kind === 'unknown' && numbers && !numbers.has(count.key) && numbers.size >= NUMBERS_A_DAY
    const limitedCount = isOver ? { ...count, key: OTHER } : count
    if (count.kind === 'unknown') numbers?.add(limitedCount.key)
    const sameCount = counts.get(toKey(limitedCount))
    if (sameCount) sameCount.times += limitedCount.times
    else counts.set(toKey(limitedCount), { ...limitedCount })
  }
  return [...counts.values()]
}

/** Finds the stored numbers of each day for which there are new ones. */
async function readKnownNumbers(db: Db, counts: readonly Count[]): Promise<Map<string, Set<string>>> {
  const days = new Set(counts.flatMap(({ kind, day }) => (kind === 'unknown' ? day : [])))
  const numbersByDay = new Map([...days].map((day) => [day, new Set<string>()]))
  if (numbersByDay.size === 0) return numbersByDay
  const rows = await db
    .selectFrom('daily_counts')
    .select(['day', 'key'])
    .where('kind', '=', 'unknown')
    .where('day', 'in', [...numbersByDay.keys()])
    .execute()
  for (const { day, key } of rows) numbersByDay.get(day)?.add(key)
  return numbersByDay
}
