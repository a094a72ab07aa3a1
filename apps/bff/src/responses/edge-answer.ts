import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { FastifyReply } from 'fastify'
import { type PreparedResponse, sendPrepared } from './prepared-response.ts'

/**
 * Header that nginx adds to requests whose answer it may cache (`ops/nginx`): its own time, epoch seconds with three
 * decimals.
 */
const EDGE_TIME_HEADER = 'x-edge-time'
const EDGE_TIME = /^\d{10}\.\d{3}$/
/**
 * Maximum difference between the clocks of nginx and this instance. A proxy that is not ours may pass on a visitor's
 * header. ms.
 */
const EDGE_CLOCK_MS = MINUTE_MS
/** 404 is cached because it replaces a deleted page, which nginx would show again when the site fails. */
const KEPT_STATUSES: ReadonlySet<number> = new Set([CODE.ok, 404])
/** Maximum time for which nginx serves an answer to other visitors. ms. */
export const EDGE_MAX_MS = 2 * SECOND_MS
const REQUEST_ID_HEADER = 'x-request-id'

/**
 * Times in whole seconds of nginx's clock. Fresh to the end of the second of the answer; while one request fetches a
 * new answer, one second more: never older than two seconds. While no instance can be reached, ten minutes.
 */
const EDGE_CACHE_CONTROL = 'stale-while-revalidate=1, stale-if-error=600'

interface CacheState {
  state: string
  ageSeconds: number
}

/**
 * Sends an answer with its state in the site's cache, or in the form for nginx, which serves it for a while.
 * @param isCurrent whether the answer is what the next visitor would get; `null`: it is for this visitor only
 */
export function sendFromCache(
  reply: FastifyReply,
  prepared: PreparedResponse,
  { state, ageSeconds }: CacheState,
  isCurrent: (() => boolean) | null,
): FastifyReply {
  const kept = isCurrent && prepareForEdge(reply, prepared, isCurrent)
  if (kept) return sendPrepared(reply, kept)
  return sendPrepared(reply, prepared, ['x-cache', state, 'age', String(ageSeconds)])
}

/**
 * Lets nginx cache an answer that is the same for every visitor and fresh now. nginx reads the lifetime of stale
 * answers only from `Cache-Control`, and, before 1.23, only if that header precedes `X-Accel-Expires` and does not say
 * `no-cache`. The browser's value therefore moves to `Browser-Cache-Control`; nginx restores it (decision 0045).
 * Returns `null` when the request did not come from nginx, for redirects and errors except 404, and if a hook has set a
 * header for this visitor.
 */
function prepareForEdge(
  reply: FastifyReply,
  prepared: PreparedResponse,
  isCurrent: () => boolean,
): PreparedResponse | null {
  const time = reply.request.headers[EDGE_TIME_HEADER]
  if (typeof time !== 'string' || !isRecent(time) || !KEPT_STATUSES.has(prepared.status)) return null
  if (Object.keys(reply.getHeaders()).some((name) => name !== REQUEST_ID_HEADER) || !isCurrent()) return null
  reply.removeHeader(REQUEST_ID_HEADER)
  const head: string[] = []
  let cacheControl = ''
  for (let at = 0; at < prepared.head.length; at += 2) {
    const [name = '', value = ''] = prepared.head.slice(at, at + 2)
    if (name === 'cache-control') cacheControl = value
    else head.push(name, value)
  }
  const second = Math.floor(Number(time) + reply.elapsedTime / 1000)
  head.push('cache-control', EDGE_CACHE_CONTROL, 'browser-cache-control', cacheControl)
  head.push('x-accel-expires', `@${second}`)
  return { ...prepared, head }
}

function isRecent(time: string): boolean {
  return EDGE_TIME.test(time) && Math.abs(Date.now() - Number(time) * SECOND_MS) < EDGE_CLOCK_MS
}
