import type { FastifyBaseLogger } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { TracingSettings } from '#config/config.ts'
import { type CacheMetrics, createCacheMetrics } from './cache-metrics.ts'
import { type CleaningMetrics, createCleaningMetrics } from './cleaning-metrics.ts'
import { createPageWatch, type PageWatch } from './page-watch.ts'
import { createFanOutMetrics } from './shared-state-metrics.ts'
import { startTracing } from './start-tracing.ts'
import type { Tracing } from './tracing.ts'
import { createUpstreamMetrics } from './upstream-metrics.ts'
import { createUpstreamWatch, type UpstreamWatch } from './upstream-watch.ts'

/** Metrics, and traces where a collector is configured (decision 0017). */
export interface Observability {
  registry: Registry
  caches: CacheMetrics
  cleaning: CleaningMetrics
  pages: PageWatch
  fanOut: ReturnType<typeof createFanOutMetrics>
  upstream: UpstreamWatch
  tracing: Tracing | null
}

interface Options {
  tracing: TracingSettings | null
  log: FastifyBaseLogger
}

export async function createObservability({ tracing: settings, log }: Options): Promise<Observability> {
  const registry = new Registry()
  // Includes percentiles of the event-loop delay for each scrape.
  collectDefaultMetrics({ register: registry })
  const tracing = await startTracing(settings, log)
  return {
    registry,
    caches: createCacheMetrics(registry),
    cleaning: createCleaningMetrics(registry),
    pages: createPageWatch({ registry, tracing }),
    fanOut: createFanOutMetrics(registry),
    upstream: createUpstreamWatch({ metrics: createUpstreamMetrics(registry), tracing }),
    tracing,
  }
}
