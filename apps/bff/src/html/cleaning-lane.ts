import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { CostBudget } from '@portal/server/cost-budget.ts'
import { createSerialQueue } from '@portal/server/serial-queue.ts'
import { DEADLINE_MS, TaskFailed, type WorkerPool } from '@portal/server/worker-pool.ts'
import { type AppError, htmlTooComplex, overloaded } from '#errors.ts'
import type { CleaningMetrics, LaneName } from '#observability/cleaning-metrics.ts'
import type { HtmlText } from './clean-worker.ts'

export type CleaningPool = WorkerPool<readonly HtmlText[], string[]>

interface Options {
  name: LaneName
  pool: CleaningPool
  /** Maximum number of waiting answers of one client. */
  waiting: number
  refusal: () => AppError
  /** Processor time of a client; unlimited by default. */
  budget?: CostBudget
  metrics: CleaningMetrics
  now: () => number
}

/** Time in which a text that took too long is refused. ms. */
const TOO_SLOW_MS = 1 * MINUTE_MS
const TOO_SLOW_MAX = 1_000

/** Cleans in separate threads, one answer of a client at a time. */
export function createCleaningLane({ name, pool, waiting, refusal, budget, metrics, now }: Options) {
  const inTurn = createSerialQueue(waiting, refusal)
  const underWay = new Map<string, Promise<string[]>>()
  const tooSlow = new Map<string, number>()

  async function run(client: string, key: string, texts: readonly HtmlText[]): Promise<string[]> {
    try {
      const { result, costMs } = await pool.run(texts)
      budget?.charge(client, costMs)
      metrics.cleaned(name, costMs / 1000)
      return result
    } catch (error) {
      const reason = error instanceof TaskFailed ? error.reason : 'died'
      metrics.failed(name, reason)
      if (reason === 'busy') throw overloaded()
      budget?.charge(client, DEADLINE_MS)
      if (tooSlow.size >= TOO_SLOW_MAX) tooSlow.clear()
      tooSlow.set(key, now() + TOO_SLOW_MS)
      throw htmlTooComplex(error)
    }
  }

  async function runOnce(client: string, key: string, texts: readonly HtmlText[]): Promise<string[]> {
    if ((tooSlow.get(key) ?? 0) > now()) throw htmlTooComplex()
    const running = underWay.get(key) ?? run(client, key, texts).finally(() => underWay.delete(key))
    underWay.set(key, running)
    return running
  }

  return {
    /**
     * @param client an account or address
     * @param key key of the texts; concurrent requests for the same texts share one cleaning
     * @throws AppError 502 when it takes too long; 503 when too many wait; 429 when the client's budget is used up
     */
    async clean(client: string, key: string, texts: readonly HtmlText[]): Promise<string[]> {
      const end = metrics.enter(name)
      try {
        return await inTurn(client, async () => {
          try {
            budget?.check(client)
          } catch (error) {
            metrics.failed(name, 'budget')
            throw error
          }
          return runOnce(client, key, texts)
        })
      } finally {
        end()
      }
    },
    close: pool.close,
  }
}
