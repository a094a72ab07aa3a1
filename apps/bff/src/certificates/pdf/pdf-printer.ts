import { Worker } from 'node:worker_threads'
import { type AppError, overloaded, tooMany } from '#errors.ts'
import { createClientLines, LineFullError } from '#overload/client-lines.ts'
import type { CertificateSheet } from './certificate-pdf.ts'
import type { Drawn, DrawOrder } from './pdf-worker.ts'

interface Options {
  /** Certificates that are drawn at the same time. */
  atOnce?: number
  /** Maximum number of waiting clients; further ones are refused. */
  clientsWaiting?: number
  /** The thread is terminated after this time. ms */
  timeoutMs?: number
}

interface Waiting {
  resolve(pdf: Uint8Array): void
  reject(error: Error): void
}

const AT_ONCE = 4
const CLIENTS_WAITING = 16
const WAITING_PER_CLIENT = 8
const RETRY_SECONDS = 5
/** Key of the queue of all clients, in which each waits at most once. */
const ALL = 'all'
const TIMEOUT_MS = 20_000
/** Limits of a thread. The heap of a drawing is about 30 MB; fonts and pictures are outside it. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 }

/** Draws certificates in a separate thread. */
export function createPdfPrinter(options: Options = {}) {
  const { atOnce = AT_ONCE, clientsWaiting = CLIENTS_WAITING, timeoutMs = TIMEOUT_MS } = options
  const ownLines = createClientLines({ atOnce: 1, waiting: WAITING_PER_CLIENT })
  const places = createClientLines({ atOnce, waiting: clientsWaiting })
  let thread: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, Waiting>()

  function startThread(): Worker {
    const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), { resourceLimits: LIMITS })
    // An idle printer does not keep the process alive.
    started.unref()
    started.on('message', (drawn: Drawn) => {
      const { resolve, reject } = take(drawn.id) ?? {}
      if ('pdf' in drawn) resolve?.(drawn.pdf)
      else reject?.(new Error(drawn.fault))
    })
    started.on('error', (error) => abandon(started, error))
    started.on('exit', () => abandon(started, new Error('the drawing thread ended')))
    return started
  }

  function take(id: number): Waiting | undefined {
    const found = waiting.get(id)
    waiting.delete(id)
    return found
  }

  /** Rejects all waiting calls; the next certificate starts a new thread. */
  function abandon(dead: unknown, cause: unknown): void {
    if (dead !== thread) return
    thread = undefined
    for (const id of [...waiting.keys()]) take(id)?.reject(new Error('the certificate was not drawn', { cause }))
  }

  async function draw(sheet: CertificateSheet): Promise<Uint8Array> {
    thread ??= startThread()
    const drawer = thread
    lastId += 1
    const order: DrawOrder = { id: lastId, sheet }
    const timer = setTimeout(() => {
      abandon(drawer, new Error(`no drawing after ${timeoutMs} ms`))
      drawer.terminate().catch(() => undefined)
    }, timeoutMs)
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        waiting.set(order.id, { resolve, reject })
        drawer.postMessage(order)
      })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    /**
     * Prints the certificates of a client one after the other.
     * @param makeSheet called when a place is free, which limits the pictures in memory
     * @throws AppError 429 when too many certificates of this client wait, 503 when too many clients wait; Error when
     * the sheet cannot be drawn
     */
    print(client: string, makeSheet: () => Promise<CertificateSheet>): Promise<Uint8Array> {
      const drawInPlace = () =>
        waitForPlace(
          places.run(ALL, async () => draw(await makeSheet())),
          overloaded,
        )
      return waitForPlace(ownLines.run(client, drawInPlace), () => tooMany(RETRY_SECONDS))
    },
    async close(): Promise<void> {
      const closing = thread
      abandon(closing, new Error('the site is closing'))
      await closing?.terminate()
    },
  }
}

/** @throws the error of `full` when the queue is full */
async function waitForPlace<T>(running: Promise<T>, full: () => AppError): Promise<T> {
  try {
    return await running
  } catch (error) {
    throw error instanceof LineFullError ? full() : error
  }
}
