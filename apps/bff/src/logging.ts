import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import { isInProcess, withoutSecret } from '#request/request-address.ts'
import { routeConfig } from '#request/route-config.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Has no line in the log, as dozens belong to each page: metrics count its requests. */
    isOnlyCounted?: true
  }
}

/** Of an address in a log line; attackers write long ones. Characters. */
const PATH_MAX = 512

/**
 * Log lines: JSON, UTC. An address is logged without its query and no header but the few named here, so that tokens,
 * codes and passwords have no way in.
 */
export function loggerOptions(
  level: string,
  to?: { write(line: string): void },
): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    timestamp: timeMember,
    serializers: {
      req: (request) => ({
        method: request.method,
        path: pathOf(request),
        address: request.ip,
      }),
      res: (reply) => ({ status: reply.statusCode }),
      err: (error) => describeError(error),
      cause: (error) => describeError(error),
    },
    ...(to ? { stream: to } : {}),
  }
}

let writtenMs = 0
let written = ''

/** The member `time` of a line. Writing it costs as much as much of the line, and thousands bear the same. */
function timeMember(): string {
  const nowMs = Date.now()
  if (nowMs !== writtenMs) {
    writtenMs = nowMs
    written = `,"time":"${new Date(nowMs).toISOString()}"`
  }
  return written
}

/** One line for each request, when it has been answered. */
class RequestLines extends LogController {
  override incomingRequest(request: FastifyRequest): void {
    // Other requests are logged when they end; sockets stay open for long.
    if (request.headers.upgrade !== undefined) request.log.info({ req: request }, 'handshake')
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (!error && routeConfig(request).isOnlyCounted) return
    const line = { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }
    if (error) request.log.warn({ ...line, err: error }, 'broken off')
    // Calls of a page that is being rendered bear its id.
    else if (isInProcess(request)) request.log.debug(line, 'answered')
    else request.log.info(line, 'answered')
  }
}

export function createRequestLines(): LogController {
  return new RequestLines()
}

function pathOf({ url = '' }: { url?: string }): string {
  const end = url.indexOf('?')
  const path = withoutSecret(end === -1 ? url : url.slice(0, end))
  return path.length > PATH_MAX ? `${path.slice(0, PATH_MAX)}…` : path
}

function describeError(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { code } = error as { code?: unknown }
  return { type: code ? `${error.name} ${String(code)}` : error.name, message: error.message, stack: error.stack ?? '' }
}
