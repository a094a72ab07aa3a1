import fp from 'fastify-plugin'
import { Counter, Histogram, type Registry } from 'prom-client'
import { isInProcess } from '#request/request-address.ts'
import { getRouteConfig } from '#request/route-config.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Prometheus metrics of this instance; served on the admin port only. */
    metrics: Registry
  }
}

/** Counts requests by declared route, method and status. */
export const metricsPlugin = fp<{ registry: Registry }>(
  async (app, { registry }) => {
    const seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer',
      labelNames: ['route', 'method'] as const,
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers: [registry],
    })
    const requests = new Counter({
      name: 'http_requests_total',
      help: 'Answered requests',
      labelNames: ['route', 'method', 'status'] as const,
      registers: [registry],
    })

    app.decorate('metrics', registry)
    app.addHook('onResponse', (request, reply, done) => {
      if (!isInProcess(request)) {
        const labels = { route: nameRoute(getRouteConfig(request)), method: request.method }
        requests.inc({ ...labels, status: reply.statusCode })
        seconds.observe(labels, reply.elapsedTime / 1000)
      }
      done()
    })
  },
  { name: 'metrics' },
)

const ASSETS = '/assets/'

/** Returns the route as declared. Built files, whose names change with each build, count as `/assets/*`. */
function nameRoute({ url: route = 'none' }: ReturnType<typeof getRouteConfig>): string {
  return route.startsWith(ASSETS) ? `${ASSETS}*` : route
}
