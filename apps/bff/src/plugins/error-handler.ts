import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError, errorEnvelope, malformed, tooLarge } from '#errors.ts'

/** The only place where an error becomes an answer. An unexpected one is logged with its cause and says nothing. */
export const errorHandlerPlugin = fp(
  async (app) => {
    app.setErrorHandler((error: unknown, request, reply) => answerError(error, request, reply))
  },
  { name: 'error-handler' },
)

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toAppError(error)
  if (!known) {
    request.log.error({ err: error }, 'unexpected error')
    return reply.code(500).header('cache-control', 'no-store').send(errorEnvelope(500, WIRE_TEXT.busy))
  }
  if (known.code >= 500) request.log.warn({ err: known, cause: known.cause }, 'upstream failed')
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds))
  return reply.code(known.code).header('cache-control', 'no-store').send(errorEnvelope(known.code, known.message))
}

function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
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
