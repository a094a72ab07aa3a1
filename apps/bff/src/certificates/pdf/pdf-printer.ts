import { Worker } from 'node:worker_threads'
import { type AppError, overloaded, tooMany } from '#errors.ts'
import { createClientLines, LineFullError } from '#overload/client-lines.ts'
import type { CertificateSheet } from './certificate-pdf.ts'
import type { Drawn, DrawOrder } from './pdf-worker.ts'

/** Draws certificates in a thread of its own, so that nobody else waits for it. */
export interface PdfPrinter {
  /**
   * One certificate of a client after the other.
   * @param makeSheet called once there is room, so that no more pictures are held than there are places
   * @throws AppError 429 when this client waits for too many, 503 when too many clients wait; Error when the sheet cannot
   * be drawn
   */
  print(client: string, makeSheet: () => Promise<CertificateSheet>): Promise<Uint8Array>
  close(): Promise<void>
}

interface Options {
  /** Certificates under way at once. */
  atOnce?: number
  /** Clients that wait for a place besides; one more is refused. */
  clientsWaiting?: number
  /** A drawing that takes longer is given up, and the thread with it. ms */
  timeoutMs?: number
}

interface Waiting {
  resolve(pdf: Uint8Array): void
  reject(error: Error): void
}

const AT_ONCE = 4
/** A place is free again within a second. */
const CLIENTS_WAITING = 16
/** Of one client: a browser asks for six things at once. */
const WAITING_PER_CLIENT = 8
const RETRY_SECONDS = 5
/** The one line that all clients stand in, each at most once. */
const ALL = 'all'
const TIMEOUT_MS = 20_000
/** The heap of a drawing is about 30 MB; fonts and pictures are beside it. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 }

export function createPdfPrinter(options: Options = {}): PdfPrinter {
  const { atOnce = AT_ONCE, clientsWaiting = CLIENTS_WAITING, timeoutMs = TIMEOUT_MS } = options
  const ownLines = createClientLines({ atOnce: 1, waiting: WAITING_PER_CLIENT })
  const places = createClientLines({ atOnce, waiting: clientsWaiting })
  let thread: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, Waiting>()

  function startThread(): Worker {
    const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), { resourceLimits: LIMITS })
    // An idle printer keeps no process alive.
    started.unref()
    started.on('message', (drawn: Drawn) => {
      const { resolve, reject } = take(drawn.id) ?? {}
      if ('pdf' in drawn) resolve?.(drawn.pdf)
      else reject?.(new Error(drawn.fault))
    })
    started.on('error', (error) => giveUp(started, error))
    started.on('exit', () => giveUp(started, new Error('the drawing thread ended')))
    return started
  }

  function take(id: number): Waiting | undefined {
    const found = waiting.get(id)
    waiting.delete(id)
    return found
  }

  /** Whoever waits is told; the next certificate starts a new thread. */
  function giveUp(dead: unknown, cause: unknown): void {
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
      giveUp(drawer, new Error(`no drawing after ${timeoutMs} ms`))
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
    print(client, makeSheet) {
      const drawInPlace = () =>
        inLine(
          places.run(ALL, async () => draw(await makeSheet())),
          overloaded,
        )
      return inLine(ownLines.run(client, drawInPlace), () => tooMany(RETRY_SECONDS))
    },
    async close() {
      const closing = thread
      giveUp(closing, new Error('the site is closing'))
      await closing?.terminate()
    },
  }
}

/** Says of a line that is full what its visitors are told. */
async function inLine<T>(running: Promise<T>, full: () => AppError): Promise<T> {
  try {
    return await running
  } catch (error) {
    throw error instanceof LineFullError ? full() : error
  }
}
