import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { createRequestId } from './request-id.ts'

/** Raw path of the request line, without the query. */
export function getRawPath(request: FastifyRequest): string {
  const url = request.raw.url ?? '/'
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** Raw query of the request line, with its `?`, or empty. */
export function getRawSearch(request: FastifyRequest): string {
  const url = request.raw.url ?? '/'
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

/** Returns a path without needless escapes: the router of the pages treats both forms and any letter case alike. */
export function toPlainPath(path: string): string {
  return path.includes('%') ? path.replace(/%[2-7][\da-f]/gi, (code) => decodeURIComponent(code)) : path
}

/**
 * Secret of a share, also in an address that was pasted or joined wrongly: `//share/…`, `/share/%20…`, `/share%252f…`.
 */
const SHARE = /(share[^\w-]).{20,}/is
/** Key of a partner that was put into an address by mistake. */
const PARTNER_KEY = /gp_\w{20,}/g
/** A query whose `?` was escaped: it may contain a login token. */
const QUERY = /\?.*/s
/** Texts that precede each of these secrets. */
const MARKS = /share|gp_|\?/i

/**
 * Returns a path for the log without secrets: that of a share, which opens the certificate, keys of partners and login
 * tokens.
 */
export function removeSecrets(path: string): string {
  const plain = toPlainPath(path)
  return !MARKS.test(plain) ? path : plain.replace(SHARE, '$1…').replace(PARTNER_KEY, 'gp_…').replace(QUERY, '?…')
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Loopback origins. */
const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Returns the site's own origin: the configured one, else from the request. An invalid Host counts as `localhost`. A
 * configured loopback origin accepts every loopback name, and is then the one of the request.
 */
export function getSiteOrigin(request: FastifyRequest, publicOrigin: string | null): string {
  const loopback = publicOrigin && LOOPBACK_ORIGIN.exec(publicOrigin)
  if (publicOrigin && !loopback) return publicOrigin
  const pageOrigin = isInProcess(request) ? request.headers[IN_PROCESS_HEADERS.origin] : undefined
  if (typeof pageOrigin === 'string') return pageOrigin
  if (publicOrigin && loopback) {
    const asked = LOOPBACK_ORIGIN.exec(`${new URL(publicOrigin).protocol}//${request.host.toLowerCase()}`)
    return asked && asked[1] === loopback[1] ? asked[0] : publicOrigin
  }
  const isHost = HOST.test(request.host) && URL.canParse(`http://${request.host}`)
  const host = isHost ? request.host.toLowerCase() : 'localhost'
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`
}

/** Address of calls that a page makes while it is rendered; no socket can have it. */
export const IN_PROCESS_ADDRESS = 'in-process'
/** Headers of in-process calls; ignored in all others. */
export const IN_PROCESS_HEADERS = {
  /** Origin of the page's request. */
  origin: 'x-in-process-origin',
  /** Address of the form's sender; absent for shared pages. */
  visitor: 'x-in-process-visitor',
  /** Id of the page's request, for the log. */
  requestId: 'x-in-process-request-id',
} as const

/** Whether a page that is being rendered makes the call. */
export function isInProcess(request: FastifyRequest): boolean {
  return request.raw.socket?.remoteAddress === IN_PROCESS_ADDRESS
}

/** Returns a new id, as ids from outside must not enter the log; an in-process call has the id of its page. */
export function chooseRequestId({ socket, headers }: IncomingMessage): string {
  const pageId = socket?.remoteAddress === IN_PROCESS_ADDRESS ? headers[IN_PROCESS_HEADERS.requestId] : undefined
  return typeof pageId === 'string' ? pageId : createRequestId()
}
