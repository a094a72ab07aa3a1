import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { TrustProxy } from '#config/trusted-proxies.ts'
import { getClientAddress } from '#request/client-address.ts'
import { getSiteOrigin } from '#request/request-address.ts'

declare module 'fastify' {
  interface FastifyInstance {
    proxyDiagnostics: ProxyDiagnostics
  }
}

/** A visit of the doctor as the site saw it. */
export interface SeenVisit {
  /** Client address that the site derived. */
  address: string
  /** `X-Forwarded-For` as received, nearest proxy last. */
  forwardedFor: readonly string[]
  /** The site's own origin, from the configuration or from this request. */
  origin: string
  trustProxy: TrustProxy
}

/**
 * Lets `npm run doctor` see how its own visit through the proxies reaches the site. The doctor arms it on the admin
 * port with a token that only the doctor knows, for some seconds and one doctor at a time; no other requests are
 * recorded.
 */
export interface ProxyDiagnostics {
  arm(token: string): void
  /** Returns the latest visit with the armed token. */
  seen(): SeenVisit | null
}

/** Header that carries the token. */
export const PROBE_HEADER = 'x-doctor-visit'
/** Number of the visit, on the answer to the doctor: it reveals an answer that a cache repeats. */
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
        armed.visit = describeVisit(request)
        reply.header(PROBE_COUNT_HEADER, String(armed.count))
      }
      done()
    })

    function describeVisit(request: FastifyRequest): SeenVisit {
      const sent = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
      return {
        address: getClientAddress(request),
        forwardedFor: sent.split(',').flatMap((hop) => hop.trim() || []),
        origin: getSiteOrigin(request, publicOrigin),
        trustProxy,
      }
    }
  },
  { name: 'visit-probe' },
)
