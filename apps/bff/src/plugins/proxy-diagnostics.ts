import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { TrustProxy } from '#config/trusted-proxies.ts'
import { clientAddress } from '#request/client-address.ts'
import { siteOrigin } from '#request/request-address.ts'

declare module 'fastify' {
  interface FastifyInstance {
    proxyDiagnostics: ProxyDiagnostics
  }
}

/** How the site saw a visit of the doctor's. */
export interface SeenVisit {
  /** Who the site takes the visitor for. */
  address: string
  /** `X-Forwarded-For` as it came, nearest proxy last. */
  forwardedFor: readonly string[]
  /** The site's own origin, as this request says or as configured. */
  origin: string
  trustProxy: TrustProxy
}

/**
 * Lets `npm run doctor` see a visit of its own through the proxies as the site sees it. It is armed on the admin port
 * with a token that only the doctor knows, for some seconds and one doctor at a time; no other requests are recorded.
 */
export interface ProxyDiagnostics {
  arm(token: string): void
  /** The latest visit with the token that is armed. */
  seen(): SeenVisit | null
}

/** Carries the token. */
export const PROBE_HEADER = 'x-doctor-visit'
/** On the answer to a visit of the doctor's: its number, by which an answer that a cache repeats is known. */
export const PROBE_COUNT_HEADER = 'x-doctor-count'
const ARMED_MS = 30_000

export const proxyDiagnosticsPlugin = fp<{ trustProxy: TrustProxy; publicOrigin: string | null; now: () => number }>(
  async (app, { trustProxy, publicOrigin, now }) => {
    let armed: { token: string; untilMs: number; count: number; visit: SeenVisit | null } | null = null

    app.decorate('proxyDiagnostics', {
      arm(token) {
        armed = { token, untilMs: now() + ARMED_MS, count: 0, visit: null }
      },
      seen: () => armed?.visit ?? null,
    } satisfies ProxyDiagnostics)

    app.addHook('onRequest', (request, reply, done) => {
      if (armed === null) return done()
      if (now() > armed.untilMs) armed = null
      else if (request.headers[PROBE_HEADER] === armed.token) {
        armed.count += 1
        armed.visit = visitOf(request)
        reply.header(PROBE_COUNT_HEADER, String(armed.count))
      }
      done()
    })

    function visitOf(request: FastifyRequest): SeenVisit {
      const sent = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
      return {
        address: clientAddress(request),
        forwardedFor: sent.split(',').flatMap((hop) => hop.trim() || []),
        origin: siteOrigin(request, publicOrigin),
        trustProxy,
      }
    }
  },
  { name: 'visit-probe' },
)
