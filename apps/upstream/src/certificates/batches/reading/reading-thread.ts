import { Worker } from 'node:worker_threads'
import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { SheetWanted } from '#certificates/import/table-file.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import type { ReadResults, ReadSign, ReadStep } from './reading-steps.ts'

/** Longest time without a sign of progress, ms; a piece takes milliseconds. */
const SILENT_MAX_MS = 10 * SECOND_MS
/** A thread that has read nothing for so long is ended, ms. */
const IDLE_MAX_MS = 1 * MINUTE_MS
/** The heap of the thread: the shared texts of a workbook take most of it. A larger young generation only holds more garbage. */
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 4 }

/** A file reached a limit of the thread. */
export class ReadingStopped extends CommandError {
  override name = 'ReadingStopped'
}

const tooSlow = () => new ReadingStopped('读取这个文件用时过长，已停止；请在表格软件中另存为 CSV 后再导入')
const tooLarge = () => new ReadingStopped('读取这个文件需要的内存过多，已停止；请另存为 CSV 或分成几个文件后再导入')

export interface ReadingLimits {
  silentMaxMs?: number
  /** Longest time of a step, ms, for a request that waits for it. */
  stepMaxMs?: number
  memory?: typeof MEMORY
  /** Runs in the thread. */
  worker?: URL
}

export type ReadingThread = ReturnType<typeof createReadingThread>

/**
 * Reads and checks files in a thread, one step after the other, as a file may be made to take long or much memory. It is started
 * for the first file and kept for the next ones; it is ended when a step reaches a limit.
 */
export function createReadingThread({
  silentMaxMs = SILENT_MAX_MS,
  stepMaxMs = Number.POSITIVE_INFINITY,
  memory = MEMORY,
  worker = new URL('./reading-worker.ts', import.meta.url),
}: ReadingLimits = {}) {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let end: ((cause: Error) => void) | undefined
  let stopped: Error | undefined

  function start(): Worker {
    // Threads do not load the process's `--import` modules.
    const started = new Worker(worker, { resourceLimits: memory, execArgv: [] })
    started.unref()
    started.on('error', (error: NodeJS.ErrnoException) => {
      if (thread === started) fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error)
    })
    started.on('exit', () => {
      if (thread === started) fail(new Error('the reading thread ended'))
    })
    return started
  }

  /** Ends the thread and the step under way. */
  function fail(cause: Error): void {
    const ended = thread
    thread = undefined
    void ended?.terminate()
    end?.(cause)
  }

  function settle(step: ReadStep, onAlive: () => void): Promise<unknown> {
    thread ??= start()
    const running = thread
    const endMs = performance.now() + stepMaxMs
    const wait = () => setTimeout(() => fail(tooSlow()), Math.min(silentMaxMs, Math.max(0, endMs - performance.now())))
    return new Promise((resolve, reject) => {
      let timer = wait()
      const settled = (finish: () => void) => {
        clearTimeout(timer)
        running.removeAllListeners('message')
        end = undefined
        finish()
      }
      end = (cause) => settled(() => reject(cause))
      running.on('message', (sign: ReadSign) => {
        if (sign.kind === 'alive') {
          onAlive()
          clearTimeout(timer)
          timer = wait()
        } else settled(() => (sign.kind === 'done' ? resolve(sign.result) : reject(toError(sign))))
      })
      running.postMessage(step)
    })
  }

  return {
    /**
     * @param onAlive called when the thread shows progress
     * @throws CommandError for a file that cannot be used, or reached a limit
     * @throws SheetWanted when a sheet must be chosen
     */
    async run<K extends ReadStep['kind']>(
      step: Extract<ReadStep, { kind: K }>,
      onAlive: () => void = () => undefined,
    ): Promise<ReadResults[K]> {
      clearTimeout(idle)
      if (stopped) throw stopped
      try {
        return (await settle(step, onAlive)) as ReadResults[K]
      } finally {
        idle = setTimeout(() => fail(new Error('idle')), IDLE_MAX_MS).unref()
      }
    },
    /** Ends the thread for good. @param cause rejects the step under way, and later ones */
    stop(cause: Error): void {
      stopped = cause
      clearTimeout(idle)
      fail(cause)
    },
  }
}

function toError(sign: Exclude<ReadSign, { kind: 'alive' | 'done' }>): Error {
  if (sign.kind === 'failed') return new Error(`a file could not be read: ${sign.reason}`)
  return sign.sheets ? new SheetWanted(sign.sheets) : new CommandError(sign.reason)
}
