import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { CostBudget } from '@portal/server/cost-budget.ts'
import { createSerialQueue } from '@portal/server/serial-queue.ts'
import { DEADLINE_MS, TaskFailed, type WorkerPool } from '@portal/server/worker-pool.ts'
import { type AppError, htmlTooComplex, overloaded } from '#errors.ts'
import type { CleaningMetrics, LaneName } from '#observability/cleaning-metrics.ts'
import type { HtmlText } from './clean-worker.ts'

export type CleaningPool = WorkerPool<readonly HtmlText[], string[]>

/** Cleans in threads of its own, for one asker after the other. */
export interface CleaningLane {
  /**
   * @param asker whose turn it is: an account, or an address
   * @param key of the texts; the same ones are cleaned once for all who ask meanwhile
   * @throws AppError 502 when it takes too long; 503 when too many wait; 429 when the asker asks too much
   */
  clean(asker: string, key: string, texts: readonly HtmlText[]): Promise<string[]>
  close(): Promise<void>
}

interface Options {
  name: LaneName
  pool: CleaningPool
  /** Answers that may wait for another one of the same asker. */
  waiting: number
  refusal: () => AppError
  /** What an asker may use; left out, as much as its turns bring. */
  budget?: CostBudget
  metrics: CleaningMetrics
  now: () => number
}

/** A text that took too long is not tried again for so long. */
const TOO_SLOW_MS = 1 * MINUTE_MS
const TOO_SLOW_MAX = 1_000

export function createCleaningLane({ name, pool, waiting, refusal, budget, metrics, now }: Options): CleaningLane {
  const inTurn = createSerialQueue(waiting, refusal)
  const underWay = new Map<string, Promise<string[]>>()
  const tooSlow = new Map<string, number>()

  async function run(asker: string, key: string, texts: readonly HtmlText[]): Promise<string[]> {
    try {
      const { result, costMs } = await pool.run(texts)
      budget?.charge(asker, costMs)
      metrics.cleaned(name, costMs / 1000)
      return result
    } catch (error) {
      const reason = error instanceof TaskFailed ? error.reason : 'died'
      metrics.failed(name, reason)
      if (reason === 'busy') throw overloaded()
      budget?.charge(asker, DEADLINE_MS)
      if (tooSlow.size >= TOO_SLOW_MAX) tooSlow.clear()
      tooSlow.set(key, now() + TOO_SLOW_MS)
      throw htmlTooComplex(error)
    }
  }

  async function runOnce(asker: string, key: string, texts: readonly HtmlText[]): Promise<string[]> {
    if ((tooSlow.get(key) ?? 0) > now()) throw htmlTooComplex()
    const running = underWay.get(key) ?? run(asker, key, texts).finally(() => underWay.delete(key))
    underWay.set(key, running)
    return running
  }

  return {
    async clean(asker, key, texts) {
      const end = metrics.enter(name)
      try {
        return await inTurn(asker, async () => {
          try {
            budget?.check(asker)
          } catch (error) {
            metrics.failed(name, 'budget')
            throw error
          }
          return runOnce(asker, key, texts)
        })
      } finally {
        end()
      }
    },
    close: pool.close,
  }
}
