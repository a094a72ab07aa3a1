import fp from 'fastify-plugin'

/** One line a request: the route and never the query, which may hold a token, an address or a code. */
export const requestLogPlugin = fp(
  async (app) => {
    app.addHook('onResponse', async (request, reply) => {
      request.log.info(
        {
          method: request.method,
          path: request.routeOptions.url ?? 'unknown',
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'answered',
      )
    })
  },
  { name: 'request-log' },
)
