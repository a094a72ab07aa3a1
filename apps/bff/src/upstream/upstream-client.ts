import { Agent, type Dispatcher, errors } from 'undici'
import { overloaded, upstreamBroken, upstreamTimeout, upstreamUnreachable } from '#errors.ts'

/** JSON answers above this are refused: the longest article of the contract is well below. Bytes. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024
/** Requests that may wait for upstream at once; more are answered 503 instead of piling up. */
const IN_FLIGHT_MAX = 1024

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
}

/** Talks JSON to upstream: one time limit, one size limit, verified TLS. */
export interface UpstreamClient {
  /** The address every request goes to, with the prefix. */
  readonly base: string
  /** For what streams through `@fastify/http-proxy`: the same connections and the same checks. */
  readonly dispatcher: Dispatcher
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
  const dispatcher = new Agent({
    connections: 128,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16 * 1024,
    connect: { timeout: Math.min(timeoutMs, 5_000), rejectUnauthorized: true, ...(ca ? { ca } : {}) },
  })
  let inFlight = 0

  async function readWhole(body: Dispatcher.ResponseData['body']): Promise<string> {
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > ANSWER_MAX_BYTES) {
        body.destroy()
        throw upstreamBroken(new Error(`answer above ${ANSWER_MAX_BYTES} bytes`))
      }
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  return {
    base: origin + prefix,
    dispatcher,
    async request({ method, path, headers, body }) {
      if (inFlight >= IN_FLIGHT_MAX) throw overloaded()
      inFlight += 1
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await dispatcher.request({
          origin,
          path: prefix + path,
          method: method as Dispatcher.HttpMethod,
          headers,
          body: body ?? null,
          signal,
        })
        return { status: answer.statusCode, text: await readWhole(answer.body) }
      } catch (error) {
        throw toAppError(error, signal)
      } finally {
        inFlight -= 1
      }
    },
    async close() {
      await dispatcher.destroy()
    },
  }
}

function toAppError(error: unknown, signal: AbortSignal): unknown {
  const isTimeout =
    signal.aborted || error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError
  if (isTimeout) return upstreamTimeout(error)
  if (error instanceof Error && error.name === 'AppError') return error
  return upstreamUnreachable(error)
}
