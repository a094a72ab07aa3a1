import type { FastifyBaseLogger } from 'fastify'
import type { TracingSettings } from '#config/config.ts'
import type { Tracing } from './tracing.ts'

/** `null` without settings: OpenTelemetry is then not even loaded. */
export async function startTracing(settings: TracingSettings | null, log: FastifyBaseLogger): Promise<Tracing | null> {
  if (!settings) return null
  const { createOpenTelemetry } = await import('./open-telemetry.ts')
  return createOpenTelemetry(settings, log)
}
