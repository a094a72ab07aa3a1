import { Gauge, Histogram, type Registry } from 'prom-client'
import { AppError, type UpstreamFault } from '#errors.ts'

/** Outcome of a call to upstream: by HTTP status, or by failure. `failed`: a fault of the BFF. */
export type UpstreamOutcome = 'ok' | '4xx' | '5xx' | UpstreamFault | 'failed'

export type UpstreamMetrics = ReturnType<typeof createUpstreamMetrics>

export function createUpstreamMetrics(registry: Registry) {
  const seconds = new Histogram({
    name: 'upstream_request_duration_seconds',
    help: 'Time until upstream has answered a call and the answer is read; of files and uploads until the answer begins',
    labelNames: ['call', 'outcome'] as const,
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  })
  return {
    /** @param call name of the call in the contract */
    called(call: string, outcome: UpstreamOutcome, took: number): void {
      seconds.observe({ call, outcome }, took)
    },
  }
}

export function showBreaker(registry: Registry, breaker: { readonly isOpen: boolean }): void {
  new Gauge({
    name: 'upstream_breaker_open',
    help: 'Whether the circuit breaker to upstream is open',
    registers: [registry],
    collect() {
      this.set(breaker.isOpen ? 1 : 0)
    },
  })
}

export function classifyStatus(status: number): UpstreamOutcome {
  if (status >= 500) return '5xx'
  return status >= 400 ? '4xx' : 'ok'
}

export function classifyError(error: unknown): UpstreamOutcome {
  return (error instanceof AppError && error.fault) || 'failed'
}
