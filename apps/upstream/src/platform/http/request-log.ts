import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'

/** Form of accepted ids; other values of the header are never logged. */
const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

/**
 * Paths that Docker, proxies and sites request every few seconds. A successful request is logged at level `debug` only.
 */
const POLLED = new Set(['/healthz', '/readyz', '/v1/content/revision'])

/** Returns the caller's `x-request-id`, otherwise a new one, which is in every log line of the request. */
export function readRequestId({ headers }: IncomingMessage): string {
  const givenId = headers['x-request-id']
  return typeof givenId === 'string' && REQUEST_ID.test(givenId) ? givenId : randomUUID()
}

/** Logs one line per request, with the route and without the query, which may contain a token, an address or a code. */
export const requestLogPlugin = fp(
  async (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const path = request.routeOptions.url ?? 'unknown'
      const level = POLLED.has(path) && reply.statusCode < 400 ? 'debug' : 'info'
      request.log[level](
        {
          method: request.method,
          path,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'answered',
      )
      done()
    })
  },
  { name: 'request-log' },
)
