import { OWN_CALL_HEADER } from '@portal/contract/constants.ts'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { noSuchCall, refused } from '#errors.ts'
import { getRawPath, getSiteOrigin } from '#request/request-address.ts'
import { addOnRequest } from '#request/route-hooks.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Origins from which the route accepts requests. `call` (default): only scripts of our own pages. `file`: a picture
     * or video in any page. `ownFile`: a picture in our own pages only. `download`: also a link of our own pages that
     * saves a file. `form`: forms of our own pages. `page`: any request, including navigations. `socket`: the route
     * checks itself, as browsers learn the reason of a refused handshake only from the close code.
     */
    from?: 'call' | 'file' | 'ownFile' | 'download' | 'form' | 'page' | 'socket'
    /** A GET with side effects: only pages of this site may make it. */
    changesState?: true
    /** Returns the path exactly as the request line must contain it, for a route that is stricter than its pattern. */
    exactPath?: (params: Record<string, unknown>) => string
  }
}

const FILE_DESTINATIONS = new Set(['empty', 'image', 'video', 'audio'])
const FORM_DESTINATIONS = new Set(['empty', 'document'])
/** Headers in which browsers declare prefetches. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-moz']

function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Whether the browser declares a prefetch. */
export function isPrefetch(request: FastifyRequest): boolean {
  return PURPOSES.some((name) => {
    const purpose = readHeader(request, name)
    return purpose !== undefined && /prefetch|prerender|preview/i.test(purpose)
  })
}

/** Whether the browser declares another site, or a sibling subdomain, as the origin. */
function isFromElsewhere(request: FastifyRequest, publicOrigin: string | null): boolean {
  const fetchSite = readHeader(request, 'sec-fetch-site')
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return true
  const own = getSiteOrigin(request, publicOrigin)
  const origin = readHeader(request, 'origin')
  if (origin !== undefined) return origin !== own
  // Browsers that send no Sec-Fetch headers still send the referrer of a link or picture.
  const referer = readHeader(request, 'referer')
  if (fetchSite === undefined && referer !== undefined) return parseOrigin(referer) !== own
  return false
}

/** Whether a page of this site makes the request: browsers send the origin with every handshake. */
export function isFromOwnPage(request: FastifyRequest, publicOrigin: string | null): boolean {
  return readHeader(request, 'origin') !== undefined && !isFromElsewhere(request, publicOrigin)
}

/** Whether a header of the browser names this very site as the origin. */
export function isNamedAsOwn(request: FastifyRequest, publicOrigin: string | null): boolean {
  const isOwn = readHeader(request, 'origin') === getSiteOrigin(request, publicOrigin)
  return (isOwn || readHeader(request, 'sec-fetch-site') === 'same-origin') && !isFromElsewhere(request, publicOrigin)
}

/** Whether the browser declares a top-level navigation. */
export function isDocument({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode']
  const destination = headers['sec-fetch-dest']
  return (mode ?? 'navigate') === 'navigate' && (destination ?? 'document') === 'document'
}

/**
 * Whether a script of this site makes the call, according to the browser's headers or our own header, which no other
 * site can send.
 */
function isOwnCall(request: FastifyRequest): boolean {
  return readHeader(request, 'sec-fetch-site') === 'same-origin' || readHeader(request, OWN_CALL_HEADER) !== undefined
}

function parseOrigin(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

function isNavigation(request: FastifyRequest): boolean {
  const mode = readHeader(request, 'sec-fetch-mode')
  return mode === 'navigate' || mode === 'nested-navigate'
}

/**
 * Refuses calls that, by the browser's headers, come from another site, the address bar, a picture or frame, or a
 * prefetch. This includes GET, as several GETs of the contract change state. Requests that have no such headers
 * (programs, old browsers) pass: other sites cannot make the browser send a cookie with SameSite=Strict. A picture on
 * our own page does send it, so a GET that changes state must come from a script of ours.
 */
export const originGuardPlugin = fp<{ publicOrigin: string | null }>(
  async (app, { publicOrigin }) => {
    app.addHook('onRoute', (route) => {
      const { from = 'call', exactPath, changesState } = route.config ?? {}
      if (from === 'page' || from === 'socket') return
      addOnRequest(route, (request, _reply, done) => {
        const isExact = !exactPath || exactPath(request.params as Record<string, unknown>) === getRawPath(request)
        if (!isExact) done(noSuchCall())
        else if (isWelcome(request, from, publicOrigin) && (!changesState || isOwnCall(request))) done()
        else done(refused())
      })
    })
  },
  { name: 'origin-guard' },
)

function isWelcome(
  request: FastifyRequest,
  from: NonNullable<FastifyContextConfig['from']>,
  publicOrigin: string | null,
): boolean {
  const destination = readHeader(request, 'sec-fetch-dest') ?? 'empty'
  // A picture may be opened by itself: it is served as an attachment, never as a page.
  if (from === 'file') return isNavigation(request) || FILE_DESTINATIONS.has(destination)
  if (isPrefetch(request) || isFromElsewhere(request, publicOrigin)) return false
  if (from === 'ownFile') return FILE_DESTINATIONS.has(destination) && !isNavigation(request)
  if (from === 'form') return FORM_DESTINATIONS.has(destination)
  // Browsers declare a link with `download` as a navigation with an empty destination.
  const isDownload = from === 'download' && readHeader(request, 'sec-fetch-site') === 'same-origin'
  return destination === 'empty' && (isDownload || !isNavigation(request))
}
