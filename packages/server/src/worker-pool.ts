import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { Piscina } from 'piscina'
import type { TaskMessage, TaskResult } from './worker-task.ts'

/**
 * `busy`: the queue was full, or the task waited too long. `deadline`: it ran too long and its thread was ended.
 * `died`: its thread ended by itself (e.g. out of memory), or the task threw.
 */
export class TaskFailed extends Error {
  override name = 'TaskFailed'
  readonly reason: 'busy' | 'deadline' | 'died'

  constructor(reason: TaskFailed['reason'], cause?: unknown) {
    super(`task failed: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Runs tasks that would block the event loop in threads, started with the first task. */
export interface WorkerPool<Task, Result> {
  /** @throws TaskFailed */
  run(task: Task): Promise<TaskResult<Result>>
  /** Ends the threads; running tasks fail. */
  close(): Promise<void>
}

export interface WorkerPoolOptions {
  /** A TypeScript file that exports `run`, made by `workerTask`. */
  file: URL
  threads?: number
  /** Number of running and waiting tasks; one more is refused. */
  places?: number
  /** Time limit from the start of the task. ms. */
  deadlineMs?: number
  /** Maximum wait until the task starts: behind others, or until a thread has started. ms. */
  waitMs?: number
}

/** One core remains for the event loop; more than four threads would only help an attacker. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
const PLACES = 64
export const DEADLINE_MS = 1 * SECOND_MS
const WAIT_MS = 5 * SECOND_MS
/** Limits of a thread; a text at every limit needs about 100 MB. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

export function createWorkerPool<Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> {
  const { file, threads = THREADS, places = PLACES, deadlineMs = DEADLINE_MS, waitMs = WAIT_MS } = options
  /** Functions to call when a task starts, by its id. */
  const onStart = new Map<number, () => void>()
  let pool: Piscina<TaskMessage<Task>, TaskResult<Result>> | undefined
  let lastId = 0

  function startPool(): Piscina<TaskMessage<Task>, TaskResult<Result>> {
    const started = new Piscina<TaskMessage<Task>, TaskResult<Result>>({
      filename: fileURLToPath(file),
      name: 'run',
      // Minimum and maximum are the same: an ended thread is replaced at once, and the new one takes the waiting tasks.
      minThreads: threads,
      maxThreads: threads,
      resourceLimits: MEMORY,
      // Threads do not load the process's `--import` modules.
      execArgv: [],
    })
    started.on('message', (id: number) => onStart.get(id)?.())
    // This error is that of an idle thread; a running task rejects by itself.
    started.on('error', () => undefined)
    return started
  }

  return {
    async run(task) {
      if (onStart.size >= places) throw new TaskFailed('busy')
      pool ??= startPool()
      lastId += 1
      const id = lastId
      const controller = new AbortController()
      let failure: TaskFailed['reason'] = 'busy'
      let timer = setTimeout(() => controller.abort(), waitMs)
      onStart.set(id, () => {
        failure = 'deadline'
        clearTimeout(timer)
        timer = setTimeout(() => controller.abort(), deadlineMs)
      })
      try {
        return await pool.run({ id, task }, { signal: controller.signal })
      } catch (error) {
        throw new TaskFailed(controller.signal.aborted ? failure : 'died', error)
      } finally {
        clearTimeout(timer)
        onStart.delete(id)
      }
    },
    async close() {
      await pool?.destroy()
    },
  }
}
