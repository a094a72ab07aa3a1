import fp from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { isInner } from '#routes/request-address.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Prometheus metrics of this instance; shown on the admin port only. */
    metrics: Registry
  }
}

/** Counts requests by route (as declared, never as asked for), method and status. */
export const metricsPlugin = fp(
  async (app) => {
    const metrics = new Registry()
    collectDefaultMetrics({ register: metrics })
    const labelNames = ['route', 'method', 'status'] as const
    const requests = new Counter({
      name: 'http_requests_total',
      help: 'Answered requests',
      labelNames,
      registers: [metrics],
    })
    const seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer',
      labelNames: ['route', 'method'] as const,
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers: [metrics],
    })
    app.decorate('metrics', metrics)
    app.addHook('onResponse', async (request, reply) => {
      if (isInner(request)) return
      const route = request.routeOptions.url ?? 'none'
      requests.inc({ route, method: request.method, status: String(reply.statusCode) })
      seconds.observe({ route, method: request.method }, reply.elapsedTime / 1000)
    })
  },
  { name: 'metrics' },
)
