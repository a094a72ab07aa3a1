import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import { stdTimeFunctions } from 'pino'
import { getClientAddress } from '#request/client-address.ts'
import { isInProcess, removeSecrets } from '#request/request-address.ts'
import { getRouteConfig } from '#request/route-config.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Successful requests are counted but not logged, because there are too many: files of pages, probes. */
    isOnlyCounted?: true
  }
}

/** Receives lines, each with its line feed. */
interface LogTarget {
  write(line: string): unknown
}

/** Maximum length of an address in a log line; attackers send long ones. Characters. */
const PATH_MAX = 512

/**
 * Options for log lines: JSON, UTC. An address is logged without its query, and only the few headers named here are
 * logged, so that no token, code or password is.
 */
export function createLoggerOptions(level: string, to?: LogTarget): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    timestamp: stdTimeFunctions.isoTime,
    serializers: {
      req: (request) => ({
        method: request.method,
        path: toLogPath(request),
        address: getClientAddress(request),
      }),
      res: (reply) => ({ status: reply.statusCode }),
      err: (error) => describeError(error),
      cause: (error) => describeError(error),
    },
    ...(to ? { stream: to } : {}),
  }
}

/** Logs one line for each request, when it has been answered. */
export class RequestLines extends LogController {
  override incomingRequest(request: FastifyRequest): void {
    // Other requests are logged when they end; sockets stay open for long.
    if (request.headers.upgrade !== undefined) request.log.info({ req: request }, 'handshake')
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const status = reply.statusCode
    if (!error && status < 400 && getRouteConfig(request).isOnlyCounted) return
    const ms = Math.round(reply.elapsedTime * 10) / 10
    if (error) request.log.warn({ req: request, status, ms, err: error }, 'broken off')
    // Calls of a page that is being rendered have its request id.
    else if (isInProcess(request)) request.log.debug({ req: request, status, ms }, 'answered')
    else request.log.info({ req: request, status, ms }, 'answered')
  }
}

function toLogPath({ url = '' }: { url?: string }): string {
  const end = url.indexOf('?')
  const path = removeSecrets(end === -1 ? url : url.slice(0, end))
  return path.length > PATH_MAX ? `${path.slice(0, PATH_MAX)}…` : path
}

function describeError(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { code } = error as { code?: unknown }
  return { type: code ? `${error.name} ${String(code)}` : error.name, message: error.message, stack: error.stack ?? '' }
}
