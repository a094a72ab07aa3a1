import { createCostBudget } from '@portal/server/cost-budget.ts'
import { createWorkerPool, type WorkerPoolOptions } from '@portal/server/worker-pool.ts'
import { overloaded, tooMany } from '#errors.ts'
import type { CleaningMetrics } from '#observability/cleaning-metrics.ts'
import { createHtmlCleaner, hasMarkup } from './clean-html.ts'
import type { CleaningTask, HtmlText } from './clean-worker.ts'
import { createCleanedTexts } from './cleaned-texts.ts'
import { type CleaningPool, createCleaningLane } from './cleaning-lane.ts'

/** The client for whom an answer is cleaned. */
interface Client {
  session: { userId: string } | null
  address: string
}

export type AnswerCleaning = ReturnType<typeof createAnswerCleaning>

interface Options {
  /** Origin of the site, `null` where it is not configured. */
  origin: string | null
  metrics: CleaningMetrics
  now: () => number
  /** Creates the pool of each lane. */
  makePool?: () => CleaningPool
}

/** HTML up to this length is cleaned on the event loop: 0.2 ms, or 2 ms for hostile input. Characters. */
const SMALL = 2_000
/** Cleaning time of one account: enough for a preview of the longest article each second. */
const BUDGET = { burstMs: 5_000, refillMs: 100 }
/** Waiting answers of an account: a member's page makes a dozen concurrent calls. */
const WAITING_OF_ACCOUNT = 16
/** Waiting answers of an address, which many visitors may share. */
const WAITING_OF_ADDRESS = 64

/**
 * Cleans the HTML of answers, long ones in threads (decision 0025). Public answers and those of accounts have separate
 * threads, so that no account delays readers; in each, clients take turns.
 */
export function createAnswerCleaning(options: Options) {
  const { origin, metrics, now, makePool = () => createCleaningPool(origin) } = options
  const cleaned = createCleanedTexts()
  const cleanNow = createHtmlCleaner(origin, cleaned)
  const pages = createCleaningLane({
    name: 'pages',
    pool: makePool(),
    waiting: WAITING_OF_ADDRESS,
    metrics,
    now,
    refusal: overloaded,
  })
  const accounts = createCleaningLane({
    name: 'accounts',
    pool: makePool(),
    waiting: WAITING_OF_ACCOUNT,
    metrics,
    now,
    refusal: () => tooMany(1),
    budget: createCostBudget({ ...BUDGET, refusal: tooMany, now }),
  })

  async function cleanInThread(texts: readonly KeyedText[], { session, address }: Client): Promise<readonly string[]> {
    const lane = session ? accounts : pages
    const key = texts.map((text) => text.key).join()
    const results = await lane.clean(
      session?.userId ?? address,
      key,
      texts.map(({ kind, html }) => ({ kind, html })),
    )
    for (const [at, text] of texts.entries()) cleaned.set(text.key, text.kind, results[at] ?? '')
    return results
  }

  return {
    /**
     * Returns the cleaned texts in the order of the originals.
     * @throws AppError as `createCleaningLane`
     */
    async clean(texts: readonly HtmlText[], client: Client): Promise<readonly string[]> {
      const withMarkup = texts.filter(({ html }) => hasMarkup(html))
      if (sumLengths(withMarkup) <= SMALL) return texts.map(({ kind, html }) => cleanNow(kind, html))
      const keyed = withMarkup.map((text) => ({ ...text, key: cleaned.toKey(text.kind, text.html) }))
      const unknown = keyed.filter(({ key }) => cleaned.get(key) === undefined)
      if (sumLengths(unknown) <= SMALL) return texts.map(({ kind, html }) => cleanNow(kind, html))
      // Known texts are copied now, as the cache may evict entries meanwhile.
      const known = new Map(keyed.map(({ key }) => [key, cleaned.get(key) ?? '']))
      const results = await cleanInThread(unknown, client)
      for (const [at, { key }] of unknown.entries()) known.set(key, results[at] ?? '')
      const cleanKeyed = keyed.map(({ key }) => known.get(key) ?? '')[Symbol.iterator]()
      return texts.map(({ html }) => (hasMarkup(html) ? (cleanKeyed.next().value ?? '') : html))
    },
    /** Cleans a message synchronously. */
    cleanNow,
    async close(): Promise<void> {
      await Promise.all([pages.close(), accounts.close()])
    },
  }
}

interface KeyedText extends HtmlText {
  /** Key in the cache of cleaned texts. */
  key: string
}

function sumLengths(texts: readonly HtmlText[]): number {
  return texts.reduce((sum, { html }) => sum + html.length, 0)
}

/** @param options longer limits, for tests */
export function createCleaningPool(origin: string | null, options: Partial<WorkerPoolOptions> = {}): CleaningPool {
  const file = new URL('./clean-worker.ts', import.meta.url)
  const { run, close } = createWorkerPool<CleaningTask, string[]>({ file, ...options })
  return { run: (texts) => run({ texts, origin }), close }
}
