import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { FastifyReply } from 'fastify'
import { type PreparedResponse, sendPrepared } from './prepared-response.ts'

/** On requests whose answer nginx may keep (`ops/nginx`): its own time, epoch seconds with three decimals. */
const EDGE_TIME_HEADER = 'x-edge-time'
const EDGE_TIME = /^\d{10}\.\d{3}$/
/** By which its clock may differ from this one. A proxy that is not ours may pass on a visitor's header. ms. */
const EDGE_CLOCK_MS = MINUTE_MS
/** 404: it takes the place of a page that was deleted, which nginx would show again when the site fails. */
const KEPT_STATUSES: ReadonlySet<number> = new Set([CODE.ok, 404])
/** nginx shows an answer to others no longer than this. ms. */
export const EDGE_MAX_MS = 2 * SECOND_MS
const REQUEST_ID_HEADER = 'x-request-id'

/**
 * The times are nginx's, whole seconds of its own clock. Fresh to the end of the second of the answer; while one request
 * fetches a new answer, one second more: never older than two seconds. While no instance can be reached, ten minutes.
 */
const EDGE_CACHE_CONTROL = 'stale-while-revalidate=1, stale-if-error=600'

interface CacheState {
  state: string
  ageSeconds: number
}

/**
 * Sends an answer with its state in the site's cache; without it in the form for nginx, which shows it for a while.
 * @param isCurrent whether the answer is what the next visitor would get; `null`: it is for this visitor only
 */
export function sendFromCache(
  reply: FastifyReply,
  prepared: PreparedResponse,
  { state, ageSeconds }: CacheState,
  isCurrent: (() => boolean) | null,
): FastifyReply {
  const kept = isCurrent && forEdge(reply, prepared, isCurrent)
  if (kept) return sendPrepared(reply, kept)
  return sendPrepared(reply, prepared, ['x-cache', state, 'age', String(ageSeconds)])
}

/**
 * Lets nginx keep an answer that is the same for every visitor and fresh now. nginx reads the lifetime of stale answers
 * only from `Cache-Control`, and, before 1.23, only if that stands before `X-Accel-Expires` and does not say `no-cache`. The
 * browser's value therefore moves to `Browser-Cache-Control`; nginx puts it back (decision 0045).
 *
 * `null` where nginx has not asked, for redirects and errors but 404, and if a hook has set a header for this visitor.
 */
function forEdge(reply: FastifyReply, prepared: PreparedResponse, isCurrent: () => boolean): PreparedResponse | null {
  const time = reply.request.headers[EDGE_TIME_HEADER]
  if (typeof time !== 'string' || !isNow(time) || !KEPT_STATUSES.has(prepared.status)) return null
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

function isNow(time: string): boolean {
  return EDGE_TIME.test(time) && Math.abs(Date.now() - Number(time) * SECOND_MS) < EDGE_CLOCK_MS
}
