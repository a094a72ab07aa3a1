import { Gauge, Histogram, type Registry } from 'prom-client'

/** Measures the delay between publishing and delivery to this process. */
export function createFanOutMetrics(registry: Registry) {
  const lag = new Histogram({
    name: 'fan_out_lag_seconds',
    help: 'From publishing to delivery in this process; over Redis it compares the clocks of instances',
    labelNames: ['way'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  return { delivered: (way: 'here' | 'redis', seconds: number) => lag.observe({ way }, seconds) }
}

/** Exports whether Redis answers; there is no series where Redis is not used. */
export function showRedis(registry: Registry, shared: { readonly redis: 'off' | 'up' | 'down' }): void {
  new Gauge({
    name: 'redis_up',
    help: 'Whether this instance reaches Redis',
    registers: [registry],
    collect() {
      if (shared.redis !== 'off') this.set(shared.redis === 'up' ? 1 : 0)
    },
  })
}
