import type { Tracing } from './tracing.ts'
import { classifyError, classifyStatus, type UpstreamMetrics, type UpstreamOutcome } from './upstream-metrics.ts'

/** A call to upstream in progress. */
export interface WatchedCall {
  /** Trace headers for upstream; `null` without tracing. */
  readonly headers: Record<string, string> | null
  /** Upstream has responded. */
  answered(status: number): void
  /** The call failed, or its response is invalid. */
  failed(error: unknown): void
}

export type UpstreamWatch = ReturnType<typeof createUpstreamWatch>

/** Measures and traces calls. */
export function createUpstreamWatch({ metrics, tracing }: { metrics: UpstreamMetrics; tracing: Tracing | null }) {
  return {
    /** @param call name of the call in the contract, never a URL */
    begin(call: string): WatchedCall {
      const startedMs = performance.now()
      const span = tracing?.begin(`upstream ${call}`, 'client', { 'portal.call': call })
      function end(outcome: UpstreamOutcome, isFault: boolean): void {
        metrics.called(call, outcome, (performance.now() - startedMs) / 1000)
        span?.end({ 'portal.outcome': outcome }, isFault)
      }
      return {
        headers: span?.headers ?? null,
        answered(status) {
          span?.set('http.response.status_code', status)
          end(classifyStatus(status), status >= 500)
        },
        failed: (error) => end(classifyError(error), true),
      }
    },
  }
}
