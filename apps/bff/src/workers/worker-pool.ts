import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { Piscina } from 'piscina'
import type { Done, Order } from './in-thread.ts'

/**
 * Why a task has no result. `busy`: too many waited, or it waited too long. `deadline`: it took too long and its thread
 * was ended. `died`: its thread ended by itself, e.g. for lack of memory.
 */
export class WorkFailed extends Error {
  override name = 'WorkFailed'
  readonly reason: 'busy' | 'deadline' | 'died'

  constructor(reason: WorkFailed['reason'], cause?: unknown) {
    super(`the work was not done: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Does work that would block the event loop in threads, which are started when they are first needed. */
export interface WorkerPool<Task, Result> {
  /** @throws WorkFailed, or what the work itself threw */
  run(task: Task): Promise<Done<Result>>
  /** Ends the threads; what is under way fails. */
  close(): Promise<void>
}

export interface WorkerPoolOptions {
  /** A TypeScript file that exports `run`, made by `inThread`. */
  file: URL
  threads?: number
  /** Tasks under way and waiting; one more is refused. */
  places?: number
  /** Of a task, once its thread has begun. ms. */
  deadlineMs?: number
  /** Until its thread begins: others come first, and a thread may have to be started. ms. */
  waitMs?: number
}

/** One processor is left to the event loop; more than four threads would only help an attacker. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
const PLACES = 64
export const DEADLINE_MS = 1 * SECOND_MS
const WAIT_MS = 5 * SECOND_MS
/** A text at every limit needs about 100 MB. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

export function createWorkerPool<Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> {
  const { file, threads = THREADS, places = PLACES, deadlineMs = DEADLINE_MS, waitMs = WAIT_MS } = options
  /** What happens when the thread has begun, by the task's id. */
  const begins = new Map<number, () => void>()
  let pool: Piscina<Order<Task>, Done<Result>> | undefined
  let lastId = 0

  function startPool(): Piscina<Order<Task>, Done<Result>> {
    const started = new Piscina<Order<Task>, Done<Result>>({
      filename: fileURLToPath(file),
      name: 'run',
      // As many at least as at most: a thread that was ended is replaced at once, and goes on with what waits.
      minThreads: threads,
      maxThreads: threads,
      resourceLimits: MEMORY,
      // What was loaded into the process besides (`--import`) is not for its threads.
      execArgv: [],
    })
    started.on('message', (id: number) => begins.get(id)?.())
    // A thread that ended without a task; tasks are told themselves.
    started.on('error', () => undefined)
    return started
  }

  return {
    async run(task) {
      if (begins.size >= places) throw new WorkFailed('busy')
      pool ??= startPool()
      lastId += 1
      const id = lastId
      const controller = new AbortController()
      let failure: WorkFailed['reason'] = 'busy'
      let timer = setTimeout(() => controller.abort(), waitMs)
      begins.set(id, () => {
        failure = 'deadline'
        clearTimeout(timer)
        timer = setTimeout(() => controller.abort(), deadlineMs)
      })
      try {
        return await pool.run({ id, task }, { signal: controller.signal })
      } catch (error) {
        throw new WorkFailed(controller.signal.aborted ? failure : 'died', error)
      } finally {
        clearTimeout(timer)
        begins.delete(id)
      }
    },
    async close() {
      await pool?.destroy()
    },
  }
}
