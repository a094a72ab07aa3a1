import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { newRequestId } from './request-id.ts'

/** Path as it stands in the request line, not decoded, without the query. */
export function rawPath(request: FastifyRequest): string {
  const url = request.raw.url ?? '/'
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** Query as it stands in the request line, with its `?`, or empty. */
export function rawSearch(request: FastifyRequest): string {
  const url = request.raw.url ?? '/'
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** This machine by each of its names, with its port. */
const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * The site's own origin: as configured, else as the request says. A strange Host counts as `localhost`. A configured
 * loopback origin is reached by every loopback name, and then is the one that the request names.
 */
export function siteOrigin(request: FastifyRequest, publicOrigin: string | null): string {
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

/** Address of calls that a page makes while it is rendered here; no socket can come from it. */
export const IN_PROCESS_ADDRESS = 'in-process'
/** What an inner call says beside its address; nobody else's word for it counts. */
export const IN_PROCESS_HEADERS = {
  /** The site's own origin, as the request for the page had it. */
  origin: 'x-in-process-origin',
  /** Address of the one visitor that the page is for; left out for a page that is for everybody. */
  visitor: 'x-in-process-visitor',
  /** Id of the request that the page is made for: what is logged on the way is found by it. */
  requestId: 'x-in-process-request-id',
} as const

/** The call comes from a page that is being rendered, not from a client. */
export function isInProcess(request: FastifyRequest): boolean {
  return request.raw.socket?.remoteAddress === IN_PROCESS_ADDRESS
}

/** Id of a request: of our making, as nothing from outside enters the log; an inner call bears that of its page. */
export function requestIdOf({ socket, headers }: IncomingMessage): string {
  const pageId = socket?.remoteAddress === IN_PROCESS_ADDRESS ? headers[IN_PROCESS_HEADERS.requestId] : undefined
  return typeof pageId === 'string' ? pageId : newRequestId()
}
