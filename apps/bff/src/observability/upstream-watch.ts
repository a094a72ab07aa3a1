import type { Tracing } from './tracing.ts'
import { outcomeOfError, outcomeOfStatus, type UpstreamMetrics, type UpstreamOutcome } from './upstream-metrics.ts'

/** One call to upstream that is under way. */
export interface WatchedCall {
  /** To be sent along, so that upstream's spans join ours; empty without tracing. */
  readonly headers: Record<string, string>
  /** Upstream has answered. */
  answered(status: number): void
  /** It has not, or not as it should. */
  failed(error: unknown): void
}

export interface UpstreamWatch {
  /** @param call its name; one of few, never an address */
  begin(call: string): WatchedCall
}

interface Options {
  metrics: UpstreamMetrics
  tracing: Tracing | null
}

/** Measures each call once, and shows it as a span where there are traces. */
export function createUpstreamWatch({ metrics, tracing }: Options): UpstreamWatch {
  return {
    begin(call) {
      const startedMs = performance.now()
      const span = tracing?.begin(`upstream ${call}`, 'client', { 'portal.call': call })
      function end(outcome: UpstreamOutcome, isFault: boolean): void {
        metrics.called(call, outcome, (performance.now() - startedMs) / 1000)
        span?.end({ 'portal.outcome': outcome }, isFault)
      }
      return {
        headers: span?.headers ?? NO_HEADERS,
        answered(status) {
          span?.set('http.response.status_code', status)
          end(outcomeOfStatus(status), status >= 500)
        },
        failed: (error) => end(outcomeOfError(error), true),
      }
    },
  }
}

const NO_HEADERS = {}
