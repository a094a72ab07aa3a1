/** What may stand at a span: names and numbers of ours, never an address, a query, a person or a secret. */
type SpanAttributes = Record<string, string | number>

/** A span that has begun and not yet ended. */
export interface OpenSpan {
  /** `traceparent`, for whoever is called. */
  readonly headers: Record<string, string>
  set(name: string, value: string | number): void
  /** What `work` does belongs to this span, later turns of the event loop included. */
  run<T>(work: () => T): T
  end(attributes: SpanAttributes, isFault: boolean): void
}

/** Traces for an OpenTelemetry collector. */
export interface Tracing {
  /** Begins a span below the one that the present work belongs to. */
  begin(name: string, kind: 'server' | 'client' | 'internal', attributes: SpanAttributes): OpenSpan
  /** Sends what is left, and gives up after a short while. Never fails. */
  close(): Promise<void>
}
