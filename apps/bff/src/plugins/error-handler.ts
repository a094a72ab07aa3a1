import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError, clientGone, errorEnvelope, malformed, tooLarge } from '#errors.ts'

/**
 * Converts errors to responses; the only place that does. An unexpected error is logged with its cause and answered
 * without detail.
 */
export const errorHandlerPlugin = fp(
  async (app) => {
    app.setErrorHandler((error: unknown, request, reply) => answerError(error, request, reply))
  },
  { name: 'error-handler' },
)

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toAppError(error, request)
  if (known?.fault === 'aborted') request.log.info('aborted')
  else if (!known) request.log.error({ err: error }, 'unexpected error')
  // Refusals under overload are counted but not logged: a line for each would add to it.
  else if (known.code >= 500 && known.code !== CODE.overloaded)
    request.log.warn({ err: known, cause: known.cause }, 'upstream failed')
  const { code, message, retryAfterSeconds, extra } = known ?? new AppError(CODE.rule, WIRE_TEXT.busy)
  // Headers that were meant for another body, a file for instance, must not describe this one.
  for (const name of ['content-length', 'content-encoding', 'content-disposition']) reply.removeHeader(name)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  reply.code(code).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  // No hook has set the header for an address that cannot be parsed.
  reply.header('x-request-id', request.id)
  return reply.send(errorEnvelope(code, message, { ...extra, requestId: request.id }))
}

/** Whether the client disconnected before its body was complete. */
function isAborted({ raw }: FastifyRequest): boolean {
  return raw.readableAborted && !raw.complete
}

function toAppError(error: unknown, request: FastifyRequest): AppError | null {
  if (error instanceof AppError) return error
  if (isAborted(request)) return clientGone(error)
  const { validation, statusCode, code } = error as Partial<FastifyError>
  if (validation) {
    const [first] = validation
    const name = first?.instancePath?.slice(1) || String(first?.params?.missingProperty ?? '')
    return malformed(name ? `参数“${name}”不正确，请检查后重试` : undefined, error)
  }
  if (statusCode === CODE.tooLarge) return tooLarge()
  const isBadRequest = typeof code === 'string' && code.startsWith('FST_') && statusCode && statusCode < 500
  return isBadRequest ? malformed(undefined, error) : null
}
