import type { FastifyBaseLogger } from 'fastify'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** The log of one request. Few requests write to it: pino's child, with the request's id, is made for the first line. */
export class RequestLog implements FastifyBaseLogger {
  readonly #log: FastifyBaseLogger
  readonly #bindings: Record<string, unknown>
  #child: FastifyBaseLogger | undefined

  constructor(log: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.#log = log
    this.#bindings = bindings
  }

  get level(): string {
    return this.#log.level
  }

  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#made().child(...given)
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line)
  }

  error(...line: unknown[]): void {
    this.#write('error', line)
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line)
  }

  info(...line: unknown[]): void {
    this.#write('info', line)
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line)
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line)
  }

  silent(): void {}

  #made(): FastifyBaseLogger {
    this.#child ??= this.#log.child(this.#bindings)
    return this.#child
  }

  #write(level: Level, line: unknown[]): void {
    const child = this.#made()
    Reflect.apply(child[level], child, line)
  }
}
