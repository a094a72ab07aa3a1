import { type ResourceLimits, Worker } from 'node:worker_threads'
import { SECOND_MS } from '@portal/contract/constants.ts'

/** Longest time until a thread has started, ms: seconds on a busy machine. */
const START_MAX_MS = 20 * SECOND_MS

/** What a thread sends: `ready` once, signs of progress, and one result. */
export type ThreadMessage<T, A = never> = 'ready' | { alive: A } | { result: T }

interface Limits<A> {
  /** Longest time without a message, ms. */
  silentMaxMs: number
  memory: ResourceLimits
  onAlive?: (sign: A) => void
  /** Ends the thread; the promise is rejected with its reason. */
  signal?: AbortSignal
}

/**
 * Works on the file of a stranger in a thread of its own, which is ended afterwards.
 * @returns `too-hard` when it took too long, or too much memory
 */
export function runInThread<T, A = never>(
  worker: URL,
  input: unknown,
  { silentMaxMs, memory, onAlive, signal }: Limits<A>,
): Promise<T | 'too-hard'> {
  // Threads do not load the process's `--import` modules.
  const thread = new Worker(worker, { resourceLimits: memory, execArgv: [] })
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      thread.removeAllListeners()
      // A failure after the result is of no interest, but without a listener it would end the process.
      thread.on('error', () => {})
      void thread.terminate()
      finish()
    }
    const stop = () => end(() => reject(signal?.reason))
    const stopAfter = (ms: number) => setTimeout(() => end(() => resolve('too-hard')), ms)
    let timer = stopAfter(START_MAX_MS)
    signal?.addEventListener('abort', stop)
    thread.on('message', (message: ThreadMessage<T, A>) => {
      if (message !== 'ready' && 'result' in message) return end(() => resolve(message.result))
      clearTimeout(timer)
      timer = stopAfter(silentMaxMs)
      if (message === 'ready') thread.postMessage(input)
      else onAlive?.(message.alive)
    })
    thread.once('error', (error: NodeJS.ErrnoException) =>
      end(() => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('too-hard') : reject(error))),
    )
    thread.once('exit', () => end(() => reject(new Error('a thread ended without a result'))))
    if (signal?.aborted) stop()
  })
}
