import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'

/** What may be an id; whatever else a caller writes there never enters the log. */
const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

/** The id that the caller's log has too (`x-request-id`), else one of our own. In every line about the request. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** One line a request: the route and never the query, which may hold a token, an address or a code. */
export const requestLogPlugin = fp(
  async (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      request.log.info(
        {
          method: request.method,
          path: request.routeOptions.url ?? 'unknown',
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
