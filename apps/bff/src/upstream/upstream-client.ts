import { Agent, type Dispatcher, errors } from 'undici'
import { AppError, overloaded, upstreamBroken, upstreamTimeout, upstreamUnreachable } from '#errors.ts'

/** JSON answers above this are refused: the longest article of the contract is well below. Bytes. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024
/** Requests that may wait for upstream at once; more are answered 503 instead of piling up. */
const IN_FLIGHT_MAX = 1024

/** Files and uploads under way at once: readers who stop reading hold no more of upstream than this. */
export const STREAMS_MAX = 256

export interface UpstreamRequest {
  method: string
  /** Path with query, as upstream wants it, prefix not included. */
  path: string
  headers: Record<string, string>
  body?: string
}

export interface UpstreamAnswer {
  status: number
  text: string
  /** Upstream did not say that the answer is for this client alone. */
  isStorable: boolean
  /** Of a redirect, as it came. */
  location?: string | undefined
  contentType?: string | undefined
  /** Upstream's `Retry-After`, where it gives seconds. */
  retryAfterSeconds?: number | undefined
}

/** Talks JSON to upstream: one time limit, one size limit, verified TLS. */
export interface UpstreamClient {
  /** The address every request goes to, with the prefix. */
  readonly base: string
  /** For what streams through `@fastify/http-proxy`: the same checks, its own connections. */
  readonly streams: Dispatcher
  /**
   * The whole answer.
   * @throws AppError 502 when upstream cannot be reached or breaks off, 503 when too many wait, 504 after the time limit.
   */
  request(request: UpstreamRequest): Promise<UpstreamAnswer>
  close(): Promise<void>
}

interface Options {
  origin: string
  prefix: string
  timeoutMs: number
  /** PEM of a further certificate authority; tests only. */
  ca?: string
}

export function createUpstreamClient({ origin, prefix, timeoutMs, ca }: Options): UpstreamClient {
  const settings: Agent.Options = {
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16 * 1024,
    connect: { timeout: Math.min(timeoutMs, 5_000), rejectUnauthorized: true, ...(ca ? { ca } : {}) },
  }
  const dispatcher = new Agent({ ...settings, connections: 128 })
  const streams = new Agent({ ...settings, connections: STREAMS_MAX })
  let inFlight = 0

  async function ask({ method, path, headers, body }: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
    const answer = await dispatcher.request({
      origin,
      path: prefix + path,
      method: method as Dispatcher.HttpMethod,
      headers,
      body: body ?? null,
      signal,
    })
    const text = await readWhole(answer.body, ANSWER_MAX_BYTES)
    return { status: answer.statusCode, text, ...told(answer.headers) }
  }

  return {
    base: origin + prefix,
    streams,
    async request(request) {
      if (inFlight >= IN_FLIGHT_MAX) throw overloaded()
      inFlight += 1
      const asking = (signal: AbortSignal) =>
        ask(request, signal).finally(() => {
          inFlight -= 1
        })
      try {
        return await withinTime(timeoutMs, asking)
      } catch (error) {
        throw toUpstreamError(error)
      }
    },
    async close() {
      await Promise.all([dispatcher.destroy(), streams.destroy()])
    },
  }
}

/** What is heard of upstream's headers. */
function told(headers: Record<string, string | string[] | undefined>): Omit<UpstreamAnswer, 'status' | 'text'> {
  const one = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
  const retryAfter = one('retry-after')
  return {
    isStorable: !/no-store|private/i.test(String(headers['cache-control'] ?? '')),
    location: one('location'),
    contentType: one('content-type'),
    retryAfterSeconds: retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
  }
}

/**
 * A whole body as text.
 * @throws AppError 502 above `maxBytes`.
 */
export async function readWhole(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop by an error ends the body.
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw upstreamBroken(new Error(`answer above ${maxBytes} bytes`))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * What `work` gives, if it comes in time. The signal alone is not enough: undici looks at it only when a connection is
 * free.
 * @throws DOMException TimeoutError
 */
export async function withinTime<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException('no answer in time', 'TimeoutError')
      controller.abort(error)
      reject(error)
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** What went wrong between upstream and us, as the answer for it: 504 for a time limit, else 502. */
export function toUpstreamError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const isTimeout =
    (error instanceof Error && error.name === 'TimeoutError') ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError
  return isTimeout ? upstreamTimeout(error) : upstreamUnreachable(error)
}
