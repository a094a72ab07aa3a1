import type { FastifyBaseLogger } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { TracingSettings } from '#config/config.ts'
import { createCacheMetrics } from './cache-metrics.ts'
import { createCleaningMetrics } from './cleaning-metrics.ts'
import { createPageWatch } from './page-watch.ts'
import { createFanOutMetrics } from './shared-state-metrics.ts'
import type { Tracing } from './tracing.ts'
import { createUpstreamMetrics } from './upstream-metrics.ts'
import { createUpstreamWatch } from './upstream-watch.ts'

export type Observability = Awaited<ReturnType<typeof createObservability>>

interface Options {
  tracing: TracingSettings | null
  log: FastifyBaseLogger
}

/** Returns `null` without settings: OpenTelemetry is then not even loaded. */
async function startTracing(settings: TracingSettings | null, log: FastifyBaseLogger): Promise<Tracing | null> {
  if (!settings) return null
  const { createOpenTelemetry } = await import('./open-telemetry.ts')
  return createOpenTelemetry(settings, log)
}

/** Starts metrics, and traces where a collector is configured (decision 0017). */
export async function createObservability({ tracing: settings, log }: Options) {
  const registry = new Registry()
  // These include percentiles of the event-loop delay for each scrape.
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
