import { SECOND_MS } from '@portal/contract/constants.ts'
import { overloaded } from '#errors.ts'
import { type PrintThread, startPrintThread } from './print-thread.ts'
import type { PrintFacts, PrintItem, PrintLayout } from './print-types.ts'

interface Options {
  /** Concurrent prints; further ones are refused. */
  atOnce?: number
  stepMs?: number
}

interface Print {
  layout: PrintLayout
  facts: PrintFacts
  /** Certificates, each requested when the one before is drawn. Absent for the test page of a printer. */
  items: AsyncIterable<PrintItem>
  signal: AbortSignal
}

const AT_ONCE = 3
const STEP_MS = 20 * SECOND_MS

/** Draws prints of staff, each in a thread of its own. */
export function createStaffPrinter({ atOnce = AT_ONCE, stepMs = STEP_MS }: Options = {}) {
  const threads = new Set<PrintThread>()

  return {
    /** Number of prints in progress. */
    get size() {
      return threads.size
    },
    /**
     * Yields the bytes of the file as they are made. The thread ends when the consumer stops reading or aborts.
     * @throws AppError 503 when too many prints are in progress, or what `items` throws; Error when a sheet cannot be
     * drawn
     */
    async *print({ layout, facts, items, signal }: Print): AsyncGenerator<Uint8Array, void> {
      if (threads.size >= atOnce) throw overloaded()
      const thread = startPrintThread(stepMs)
      threads.add(thread)
      const cancel = () => void thread.close()
      signal.addEventListener('abort', cancel, { once: true })
      try {
        signal.throwIfAborted()
        let isBegun = false
        for await (const item of items) {
          if (!isBegun) await thread.run({ step: 'begin', layout, facts, createdMs: item.publishedMs })
          isBegun = true
          yield await thread.run({ step: 'add', item })
        }
        if (!isBegun) {
          // The text of the test page has no date.
          await thread.run({ step: 'begin', layout, facts, createdMs: 0 })
          await thread.run({ step: 'addTestPage' })
        }
        yield await thread.run({ step: 'end' })
      } finally {
        signal.removeEventListener('abort', cancel)
        threads.delete(thread)
        await thread.close()
      }
    },
    async close(): Promise<void> {
      await Promise.all(Array.from(threads, (thread) => thread.close()))
    },
  }
}
