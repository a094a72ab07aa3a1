import { CHANGES_IN_HEADER } from '@portal/contract/call.ts'
import { Agent, type Dispatcher, Pool } from 'undici'
import type { PathVariant } from '#config/upstream-paths.ts'
import { AppError, upstreamAway, upstreamTimeout, upstreamUnreachable } from '#errors.ts'
import { createBulkhead } from './bulkhead.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import { type Deadline, withDeadline } from './deadline.ts'
import { guardStreams } from './guard-streams.ts'
import { CircuitOpenError, classifyFailure, isTimeout } from './reachability.ts'
import { createUpstreamAddress, type UpstreamAddress } from './upstream-address.ts'
import { fetchWhole, type WholeAnswer } from './whole-answer.ts'

/** Maximum size of a JSON answer: the longest article of the contract is well below. Bytes. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024
/** Connections for requests with a whole response. */
const CONNECTIONS = 128
/** Concurrent requests, including those that wait; more get 503. */
const PLACES = 1024

/** Concurrent files and uploads. */
export const STREAMS_MAX = 256

interface UpstreamRequest {
  /** Name of the call for metrics and traces, e.g. `GET /v1/article/info`; never a URL. */
  name: string
  method: string
  /** Path with query, as in the contract. */
  path: string
  headers: Record<string, string>
  body?: string
}

export interface UpstreamAnswer {
  status: number
  text: string
  /** The text as received. */
  bytes: Buffer
  /** Upstream did not mark the response as private. */
  isStorable: boolean
  /** Location of a redirect, as received. */
  location?: string | undefined
  contentType?: string | undefined
  /** Upstream's `Retry-After`, where it gives seconds. */
  retryAfterSeconds?: number | undefined
  /** Time until the answer changes by itself (`CHANGES_IN_HEADER`). ms. */
  changesInMs?: number | undefined
}

/** Sends JSON requests to upstream with one time limit, one size limit and verified TLS. */
export interface UpstreamClient {
  readonly address: UpstreamAddress
  /**
   * Dispatcher for streams through `@fastify/http-proxy`, with paths of the contract: the same checks, separate
   * connections.
   */
  readonly streams: Dispatcher
  /**
   * Returns the whole response, or the result of `read`.
   * @param read may throw 502 for a response that violates the contract; it then counts as a fault of upstream
   * @throws AppError 502 when upstream is unreachable or closes the connection, and at once while it is known to be
   * down; 503 when too many requests wait; 504 after the time limit
   */
  request<T = UpstreamAnswer>(request: UpstreamRequest, read?: (answer: UpstreamAnswer) => T): Promise<T>
  close(): Promise<void>
}

interface Options {
  origin: string
  prefix: string
  paths?: readonly PathVariant[]
  timeoutMs: number
  /** PEM of a further certificate authority; tests only. */
  ca?: string
  breaker?: CircuitBreaker
}

export function createUpstreamClient(options: Options): UpstreamClient {
  const { origin, prefix, paths = [], timeoutMs, ca, breaker = createCircuitBreaker() } = options
  const address = createUpstreamAddress({ origin, prefix, paths })
  const settings: Agent.Options = {
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16 * 1024,
    connect: { timeout: Math.min(timeoutMs, 5_000), rejectUnauthorized: true, ...(ca ? { ca } : {}) },
  }
  // The deadline of each call is enough: undici would use two more timers.
  const dispatcher = new Pool(origin, { ...settings, connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0 })
  const streams = new Agent({ ...settings, connections: STREAMS_MAX })
  const bulkhead = createBulkhead({ connections: CONNECTIONS, places: PLACES })

  function send({ method, path, headers, body }: UpstreamRequest, deadline: Deadline): Promise<WholeAnswer> {
    const ownPath = address.getPath(method, path)
    const request = { path: ownPath, method: method as Dispatcher.HttpMethod, headers, body: body ?? null }
    return fetchWhole(dispatcher, request, { maxBytes: ANSWER_MAX_BYTES, deadline })
  }

  async function sendInTime(request: UpstreamRequest): Promise<UpstreamAnswer> {
    if (!breaker.admits()) throw upstreamAway(new CircuitOpenError())
    try {
      const { status, headers, bytes } = await withDeadline(timeoutMs, (deadline) =>
        bulkhead.run(request.name, deadline, () => send(request, deadline)),
      )
      breaker.answered()
      return { status, text: bytes.toString('utf8'), bytes, ...readHeaders(headers) }
    } catch (error) {
      const failure = classifyFailure(error)
      if (failure) breaker.failed(failure, request.name)
      throw toUpstreamError(error)
    }
  }

  return {
    address,
    streams: guardStreams(streams, breaker, address),
    async request<T>(request: UpstreamRequest, read?: (answer: UpstreamAnswer) => T): Promise<T> {
      const answer = await sendInTime(request)
      return read ? read(answer) : (answer as T)
    },
    async close() {
      await Promise.all([dispatcher.destroy(), streams.destroy()])
    },
  }
}

/** Reads upstream's headers that the BFF uses. */
function readHeaders(headers: WholeAnswer['headers']): Omit<UpstreamAnswer, 'status' | 'text' | 'bytes'> {
  const getFirstValue = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
  const retryAfter = getFirstValue('retry-after')
  const changesIn = getFirstValue(CHANGES_IN_HEADER)
  const cacheControl = headers['cache-control']
  return {
    isStorable: !/no-store|private/i.test(cacheControl ? String(cacheControl) : ''),
    location: getFirstValue('location'),
    contentType: getFirstValue('content-type'),
    retryAfterSeconds: retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
    changesInMs: changesIn && /^\d{1,15}$/.test(changesIn) ? Number(changesIn) : undefined,
  }
}

/** Converts an error to an `AppError`: 504 for a timeout, else 502. */
export function toUpstreamError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (error instanceof CircuitOpenError) return upstreamAway(error)
  return isTimeout(error) ? upstreamTimeout(error) : upstreamUnreachable(error)
}
