import { Histogram, type Registry } from 'prom-client'
import type { Tracing } from './tracing.ts'

/** Measures and traces rendering. */
export function createPageWatch({ registry, tracing }: { registry: Registry; tracing: Tracing | null }) {
  const seconds = new Histogram({
    name: 'page_render_seconds',
    help: 'Time to render a page, its calls included; outage: its data was unavailable',
    labelNames: ['kind', 'outcome'] as const,
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    /**
     * Runs `work`, measured and traced.
     * @param isOutage distinguishes errors of upstream from faults of the BFF
     * @throws what `work` throws
     */
    async making<T>(kind: 'page' | 'form', work: () => Promise<T>, isOutage: (error: unknown) => boolean): Promise<T> {
      const startedMs = performance.now()
      const span = tracing?.begin(`render ${kind}`, 'internal', {})
      const end = (outcome: 'ok' | 'outage' | 'failed') => {
        seconds.observe({ kind, outcome }, (performance.now() - startedMs) / 1000)
        span?.end({ 'portal.outcome': outcome }, outcome !== 'ok')
      }
      try {
        const made = await (span ? span.run(work) : work())
        end('ok')
        return made
      } catch (error) {
        end(isOutage(error) ? 'outage' : 'failed')
        throw error
      }
    },
  }
}
