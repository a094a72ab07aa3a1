/** Attributes of spans: our own names and numbers, never a URL, query, person or secret. */
type SpanAttributes = Record<string, string | number>

/** A span in progress. */
export interface OpenSpan {
  /** `traceparent` for outgoing requests. */
  readonly headers: Record<string, string>
  set(name: string, value: string | number): void
  /** Runs `work`, including its asynchronous parts, in the context of this span. */
  run<T>(work: () => T): T
  end(attributes: SpanAttributes, isFault: boolean): void
}

/** Records traces for an OpenTelemetry collector. */
export interface Tracing {
  /** Begins a child of the current span. */
  begin(name: string, kind: 'server' | 'client' | 'internal', attributes: SpanAttributes): OpenSpan
  /** Sends the remaining spans, for a short time. Never fails. */
  close(): Promise<void>
}
