import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Counter, type Registry } from 'prom-client'
import { DurationHistogram, type DurationSeries } from '#observability/duration-histogram.ts'
import { isInProcess } from '#request/request-address.ts'
import { routeConfig } from '#request/route-config.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Prometheus metrics of this instance; shown on the admin port only. */
    metrics: Registry
  }
}

/** Requests of one route and method. */
interface RequestSeries {
  labels: { route: string; method: string }
  /** By status. */
  counts: Map<number, number>
  seconds: DurationSeries
}

/** Counts requests by declared route, method and status. Counts are plain numbers until a scrape reads them. */
export const metricsPlugin = fp<{ registry: Registry }>(
  async (app, { registry }) => {
    const allSeries = new Map<string, RequestSeries>()
    /** The same by the config of the declared route, then by method: built files share a series. */
    const seriesByConfig = new Map<object, Map<string, RequestSeries>>()
    const seconds = new DurationHistogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer',
      labelNames: ['route', 'method'] as const,
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registry,
    })
    new Counter({
      name: 'http_requests_total',
      help: 'Answered requests',
      labelNames: ['route', 'method', 'status'] as const,
      registers: [registry],
      collect() {
        this.reset()
        for (const { labels, counts } of allSeries.values()) {
          for (const [status, count] of counts) this.inc({ ...labels, status }, count)
        }
      },
    })

    function seriesOf(request: FastifyRequest): RequestSeries {
      const { method } = request
      const config = routeConfig(request)
      const known = seriesByConfig.get(config)?.get(method)
      if (known) return known
      const labels = { route: routeOf(config), method }
      const key = `${method} ${labels.route}`
      const series = allSeries.get(key) ?? { labels, counts: new Map(), seconds: seconds.add(labels) }
      allSeries.set(key, series)
      const ofRoute = seriesByConfig.get(config) ?? new Map()
      seriesByConfig.set(config, ofRoute.set(method, series))
      return series
    }

    app.decorate('metrics', registry)
    app.addHook('onResponse', (request, reply, done) => {
      if (!isInProcess(request)) {
        const series = seriesOf(request)
        series.counts.set(reply.statusCode, (series.counts.get(reply.statusCode) ?? 0) + 1)
        series.seconds.observe(reply.elapsedTime / 1000)
      }
      done()
    })
  },
  { name: 'metrics' },
)

const ASSETS = '/assets/'

/** The route as declared. Each built file has one; together they are `/assets/*`, as their names change with each build. */
function routeOf({ url: route = 'none' }: ReturnType<typeof routeConfig>): string {
  return route.startsWith(ASSETS) ? `${ASSETS}*` : route
}
