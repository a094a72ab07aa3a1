import { Worker } from 'node:worker_threads'
import type { PrintedStep, PrintStep } from './print-worker.ts'

/** Limits of the heap of a print; fonts and pictures are outside it. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 }

export type PrintThread = ReturnType<typeof startPrintThread>

/**
 * Starts a thread for one print. The thread ends with its print, as it holds check codes, which must not stay in
 * memory.
 * @param stepMs maximum duration of a step
 */
export function startPrintThread(stepMs: number) {
  const thread = new Worker(new URL('./print-worker.ts', import.meta.url), { resourceLimits: LIMITS })
  thread.unref()
  let settle: { resolve(bytes: Uint8Array): void; reject(error: Error): void } | undefined
  let end: Error | undefined

  function fail(cause: Error): void {
    end ??= cause
    settle?.reject(cause)
  }
  thread.on('message', (printed: PrintedStep) => {
    if ('bytes' in printed) settle?.resolve(printed.bytes)
    else settle?.reject(new Error(`the print was not drawn: ${printed.fault}`))
  })
  thread.on('error', fail)
  thread.on('exit', () => fail(new Error('the printing thread ended')))

  return {
    /**
     * Runs a step; steps run one after the other.
     * @returns the bytes that it adds to the file
     * @throws Error when it cannot be drawn
     */
    async run(step: PrintStep): Promise<Uint8Array> {
      if (end) throw end
      const timer = setTimeout(() => fail(new Error(`no step after ${stepMs} ms`)), stepMs)
      try {
        return await new Promise<Uint8Array>((resolve, reject) => {
          settle = { resolve, reject }
          thread.postMessage(step)
        })
      } finally {
        clearTimeout(timer)
        settle = undefined
      }
    },
    async close(): Promise<void> {
      fail(new Error('the print was cancelled'))
      await thread.terminate()
    },
  }
}
