import type { FastifyServerOptions } from 'fastify'

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
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      req: (request) => ({
        method: request.method,
        path: request.url?.split('?')[0],
        address: request.ip,
      }),
      res: (reply) => ({ status: reply.statusCode }),
      err: (error) => describeError(error),
      cause: (error) => describeError(error),
    },
    ...(to ? { stream: to } : {}),
  }
}

function describeError(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { code } = error as { code?: unknown }
  return { type: code ? `${error.name} ${String(code)}` : error.name, message: error.message, stack: error.stack ?? '' }
}
