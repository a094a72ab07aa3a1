import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Counter, Gauge } from 'prom-client'
import { overloaded } from '#errors.ts'
import { BUSY_PAGE, BUSY_RETRY_SECONDS } from '#overload/busy-page.ts'
import type { Overload, Rank } from '#overload/overload.ts'
import { isInProcess } from '#request/request-address.ts'
import { getRouteConfig } from '#request/route-config.ts'
import type { SessionCookies } from '#session/session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Exempts the route: health checks decide by the answer what happens to this instance. */
    isNeverRefused?: true
  }
  interface FastifyRequest {
    /** Stops counting the request as in progress. */
    endWork: (() => void) | null
  }
}

interface Options {
  overload: Overload
  cookies: Pick<SessionCookies, 'read'>
}

/** Interval between log lines about refusals. ms. */
const LOG_GAP_MS = 1 * MINUTE_MS

/**
 * Refuses requests with 503 and `Retry-After` under overload, the least urgent first. The rank of a request depends on
 * its route; the page service decides itself whether a page must be rendered.
 */
export const overloadPlugin = fp<Options>(
  async (app, { overload, cookies }) => {
    const refused = new Counter({
      name: 'http_requests_refused_total',
      help: 'Requests answered 503 to keep the others fast',
      labelNames: ['rank'] as const,
      registers: [app.metrics],
    })
    new Gauge({
      name: 'http_requests_in_progress',
      help: 'Requests whose answer is being made',
      registers: [app.metrics],
      collect() {
        this.set(overload.inProgress)
      },
    })
    let loggedAtMs = Number.NEGATIVE_INFINITY

    function getRank(request: FastifyRequest): Rank {
      const { from = 'call' } = getRouteConfig(request)
      if (request.is404 || from === 'page' || from === 'socket') return 'kept'
      return from === 'form' || (from === 'call' && request.method !== 'GET') ? 'needed' : 'rest'
    }

    /** Returns the rank in which a request is refused; `null` when it is accepted. */
    function findRefusedRank(request: FastifyRequest): Rank | null {
      const rank = getRank(request)
      if (!overload.refuses(rank)) return null
      // Decrypting the cookie is expensive, so it is done only for requests that would be refused.
      if (rank !== 'rest' || !cookies.read(request)) return rank
      return overload.refuses('needed') ? 'needed' : null
    }

    function logRefusal(request: FastifyRequest): void {
      if (performance.now() - loggedAtMs < LOG_GAP_MS) return
      loggedAtMs = performance.now()
      const { delayMs, inProgress } = overload
      request.log.warn({ delayMs: Math.round(delayMs), inProgress }, 'overloaded: some requests are refused')
    }

    app.addHook('onRequest', (request, reply, done) => {
      const { from = 'call', isNeverRefused } = getRouteConfig(request)
      if (isNeverRefused || isInProcess(request)) return done()
      if (from !== 'page' && from !== 'file') overload.arrived()
      const rank = findRefusedRank(request)
      if (rank === null) return done()
      refused.inc({ rank })
      logRefusal(request)
      if (from === 'page' || from === 'form') sendBusyPage(reply)
      else done(overloaded())
    })

    app.decorateRequest('endWork', null)
    // Work starts after the body was received: the client's upload time does not count.
    app.addHook('preHandler', (request, reply, done) => {
      if (isWork(request)) {
        request.endWork = overload.enter()
        reply.raw.once('close', request.endWork)
      }
      done()
    })
    // The client's download time does not count either.
    app.addHook('onSend', (request, _reply, _payload, done) => {
      request.endWork?.()
      done()
    })
  },
  { name: 'overload', dependencies: ['metrics', '@fastify/cookie'] },
)

/** Whether the request counts as work: sockets stay open for hours, and streams have a limit of their own. */
function isWork(request: FastifyRequest): boolean {
  const { from = 'call' } = getRouteConfig(request)
  const isStream = from === 'file' || from === 'ownFile' || request.headers['content-type']?.startsWith('multipart/')
  return !isStream && from !== 'socket' && !isInProcess(request)
}

function sendBusyPage(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('retry-after', String(BUSY_RETRY_SECONDS))
  reply.code(503).type('text/html; charset=utf-8').send(BUSY_PAGE)
}
