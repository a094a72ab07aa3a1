import { SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { CallService } from '#calls/call-service.ts'
import { IN_PROCESS_ADDRESS, IN_PROCESS_HEADERS } from '#request/request-address.ts'
import type { CachedResponse } from '#responses/cached-response.ts'
import type { PageResponse } from './page-bundle.ts'

/** Sender of a form, for the calls that the rendered page makes. */
export interface Visitor {
  /** Client address; budgets count by it. */
  address: string
  userAgent?: string | undefined
}

/** Minimum interval between renders of a page with an outdated answer while upstream is away. ms. */
const CHANGE_MIN_MS = 1 * SECOND_MS

export type InProcessFetch = ReturnType<typeof createInProcessFetch>

interface Options {
  /** The server whose own routes answer the page's calls, without a socket. */
  app: FastifyInstance
  /** Cached answers need no request. */
  service: Pick<CallService, 'cached' | 'changesInMs'>
  /** Origin of the page's request. */
  origin: string
  /** Set for forms only. */
  visitor?: Visitor
  /** Id of the page's request. */
  requestId: string
  now: () => number
}

/** Makes the calls of a page that is being rendered, as a visitor who is not logged in. */
export function createInProcessFetch({ app, service, origin, visitor, requestId, now }: Options) {
  let oldestMs: number | null = null
  let changesAtMs = Number.POSITIVE_INFINITY
  const paths = new Set<string>()
  const noteChange = (address: string) => {
    const inMs = service.changesInMs(address)
    if (inMs !== null) changesAtMs = Math.min(changesAtMs, now() + Math.max(inMs, CHANGE_MIN_MS))
  }
  return {
    requestId,
    /** Time of the oldest stale answer so far, epoch ms. */
    staleSinceMs: () => oldestMs,
    /** Paths of the calls so far. */
    paths,
    /** Returns the time until the first of the answers so far changes by itself, in ms; `undefined` when none does. */
    changesInMs: () => (changesAtMs === Number.POSITIVE_INFINITY ? undefined : Math.max(0, changesAtMs - now())),
    async fetch(address: string, { method = 'GET', body }: RequestInit): Promise<PageResponse> {
      paths.add(address.split('?', 1)[0] ?? '')
      const cached = method === 'GET' ? service.cached(address) : null
      if (cached) {
        noteChange(address)
        return toPageResponse(cached.response)
      }
      const payload = await encodePayload(body)
      const answer = await app.inject({
        method: method as 'GET',
        url: address,
        remoteAddress: IN_PROCESS_ADDRESS,
        headers: {
          [IN_PROCESS_HEADERS.origin]: origin,
          [IN_PROCESS_HEADERS.requestId]: requestId,
          ...(visitor ? { [IN_PROCESS_HEADERS.visitor]: visitor.address } : {}),
          ...(visitor?.userAgent === undefined ? {} : { 'user-agent': visitor.userAgent }),
          ...(payload && { 'content-type': payload.type }),
        },
        ...(payload && { payload: payload.body }),
      })
      if (answer.headers['x-cache'] === 'stale') {
        const sinceMs = now() - Number(answer.headers.age ?? 0) * SECOND_MS
        oldestMs = Math.min(oldestMs ?? sinceMs, sinceMs)
      }
      noteChange(address)
      const retryAfter = answer.headers['retry-after']
      return new Response(answer.payload, {
        status: answer.statusCode,
        headers: {
          'content-type': 'application/json',
          ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
        },
      })
    },
  }
}

/** Encodes the body of a call. The API takes JSON; uploads are forms. */
async function encodePayload(body: RequestInit['body']): Promise<{ type: string; body: string | Buffer } | null> {
  if (typeof body === 'string') return { type: 'application/json', body }
  if (!(body instanceof FormData)) return null
  const encoded = new Response(body)
  return { type: encoded.headers.get('content-type') ?? '', body: Buffer.from(await encoded.arrayBuffer()) }
}

const NO_HEADERS = new Headers()

/** Converts a cached answer to the part of a response that pages read. Each page gets its own copy of the data. */
function toPageResponse({ text }: CachedResponse): PageResponse {
  return { ok: true, status: CODE.ok, headers: NO_HEADERS, json: async () => JSON.parse(text) }
}
