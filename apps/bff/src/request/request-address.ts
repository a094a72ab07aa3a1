import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
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
  const innerOrigin = isInner(request) ? request.headers[INNER_HEADERS.origin] : undefined
  if (typeof innerOrigin === 'string') return innerOrigin
  if (publicOrigin && loopback) {
    const asked = LOOPBACK_ORIGIN.exec(`${new URL(publicOrigin).protocol}//${request.host.toLowerCase()}`)
    return asked && asked[1] === loopback[1] ? asked[0] : publicOrigin
  }
  const isHost = HOST.test(request.host) && URL.canParse(`http://${request.host}`)
  const host = isHost ? request.host.toLowerCase() : 'localhost'
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`
}

/** Address of calls that a page makes while it is rendered here; no socket can come from it. */
export const INNER_ADDRESS = 'inner'
/** What an inner call says beside its address; nobody else's word for it counts. */
export const INNER_HEADERS = {
  /** The site's own origin, as the request for the page had it. */
  origin: 'x-inner-origin',
  /** Address of the one visitor that the page is for; left out for a page that is for everybody. */
  visitor: 'x-inner-visitor',
  /** Id of the request that the page is made for: what is logged on the way is found by it. */
  requestId: 'x-inner-request-id',
} as const

/** The call comes from a page that is being rendered, not from a client. */
export function isInner(request: FastifyRequest): boolean {
  return request.raw.socket?.remoteAddress === INNER_ADDRESS
}

/** Id of a request: of our making, as nothing from outside enters the log; an inner call bears that of its page. */
export function requestIdOf({ socket, headers }: IncomingMessage): string {
  const pageId = socket?.remoteAddress === INNER_ADDRESS ? headers[INNER_HEADERS.requestId] : undefined
  return typeof pageId === 'string' ? pageId : newRequestId()
}

/** The client behind a request whose inner call carries its address. */
function innerVisitor(request: FastifyRequest): string | undefined {
  const visitor = request.headers[INNER_HEADERS.visitor]
  return typeof visitor === 'string' ? visitor : undefined
}

/** Client of pages that are rendered for everybody: no visitor has this address, so no read gate is open for it. */
const NOBODY = '0.0.0.0'

const ADDRESS = Symbol('client address')

/** Address of the client as the trusted hops tell it, without the port that some write; else the nearest hop's own. */
export function clientAddress(request: FastifyRequest): string {
  const read = request as { [ADDRESS]?: string }
  read[ADDRESS] ??= readAddress(request)
  return read[ADDRESS]
}

function readAddress(request: FastifyRequest): string {
  if (isInner(request)) return innerVisitor(request) ?? NOBODY
  const told = request.ip ?? ''
  if (isIP(told)) return told
  const bare = /^"?\[([^\]]+)\](?::\d+)?"?$/.exec(told)?.[1] ?? /^([\d.]+):\d+$/.exec(told)?.[1] ?? told
  return isIP(bare) ? bare : (request.raw.socket?.remoteAddress ?? '127.0.0.1')
}
