import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import type { TracingSettings } from '#config/config.ts'
import { resolveInTime } from '#time-limit.ts'
import type { Tracing } from './tracing.ts'

/** Timeout of a batch. ms. */
const EXPORT_MS = 1_500
/** Interval between batches. ms. */
const BATCH_MS = 2_000
/** Timeout at shutdown, which has ten seconds in all. ms. */
const LAST_MS = 2_000

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Exports spans by OTLP over HTTP. Loaded only where a collector is configured. */
export function createOpenTelemetry(settings: TracingSettings, log: FastifyBaseLogger): Tracing {
  const { endpoint, serviceName, ratio } = settings
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logOutages(exporter, log),
        scheduledDelayMillis: BATCH_MS,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('portal')
  const current = new AsyncLocalStorage<Context>()

  return {
    begin(name, kind, attributes) {
      const parent = current.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent)
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        headers: { traceparent: `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}` },
        set: (key, value) => void span.setAttribute(key, value),
        run: (work) => current.run(trace.setSpan(parent, span), work),
        end(more, isFault) {
          span.setAttributes(more)
          if (isFault) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    async close() {
      // The failure is logged already.
      await resolveInTime(LAST_MS, provider.shutdown()).catch(() => undefined)
    },
  }
}

/** Logs once that the collector is unreachable, and once that it answers again. */
function logOutages(exporter: OTLPTraceExporter, log: FastifyBaseLogger): SpanExporter {
  let isAway = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0
        if (hasFailed && !isAway) log.warn({ cause: result.error }, 'traces cannot be sent to the collector')
        else if (!hasFailed && isAway) log.info('traces reach the collector again')
        isAway = hasFailed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  }
}
