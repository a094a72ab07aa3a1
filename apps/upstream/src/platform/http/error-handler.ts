import type { Socket } from 'node:net'
import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { DatabaseFault } from '#platform/db/guarded-pool.ts'
import { AppError, databaseAway, malformed, noSuchCall, storageAway, storageFull } from '#platform/errors.ts'
import { StorageFault } from '#platform/files/file-store.ts'

/** Sends an error. Errors of upstream have status 200; only a path that does not exist is a real 404. */
function sendError(reply: FastifyReply, { code, message, retryAfterSeconds, extra }: AppError) {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply
    .code(code === CODE.noSuchCall ? 404 : 200)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code, message, data: null, extra }))
}

/** Returns the parts of an unexpected error that may be logged. Other members may contain a database row or a mail. */
function toLoggable(error: FastifyError) {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack }
}

/**
 * Returns whether the storage is full: SQLITE_FULL (sqlite.org/rescode.html), PostgreSQL's `disk_full`, and file errors
 * of the system.
 */
function isStorageFull({ code, errcode }: { code?: string; errcode?: number }): boolean {
  return errcode === 13 || code === '53100' || code === 'ENOSPC' || code === 'EDQUOT'
}

/** Returns whether the client disconnected before its body was complete, which is no server error. */
function isAborted({ raw }: FastifyRequest): boolean {
  return raw.readableAborted && !raw.complete
}

export function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError) {
    request.log.debug({ code: error.code }, 'refused')
    return sendError(reply, error)
  }
  if (isAborted(request)) {
    request.log.info('aborted')
    return sendError(reply, malformed())
  }
  if (isStorageFull(error)) {
    request.log.error({ cause: toLoggable(error) }, 'the storage is full')
    return sendError(reply, storageFull())
  }
  if (error instanceof DatabaseFault) {
    request.log.error({ cause: toLoggable(error) }, 'the database does not answer')
    return sendError(reply, databaseAway())
  }
  if (error instanceof StorageFault) {
    request.log.error({ cause: toLoggable(error) }, 'object storage does not answer')
    return sendError(reply, storageAway())
  }
  if (error.validation) {
    request.log.info({ cause: error.message }, 'malformed request')
  } else if (error.statusCode !== undefined && error.statusCode < 500) {
    // Logs the code alone, because the parser's message may quote the body.
    request.log.info({ cause: error.code }, 'malformed request')
  } else {
    request.log.error({ cause: toLoggable(error) }, 'unexpected error')
  }
  return sendError(reply, malformed())
}

/**
 * Answers input that is not HTTP. There is no request, so the envelope is written to the socket, which is then closed.
 */
export function answerClientError(error: Error & { code: string }, socket: Socket) {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const body = JSON.stringify({ code: CODE.malformed, message: WIRE_TEXT.busy, data: null, extra: {} })
    const head = ['HTTP/1.1 400 Bad Request', 'Content-Type: application/json; charset=utf-8', 'Connection: close']
    socket.write([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'))
  }
  socket.destroy()
}

/** Converts errors to envelopes, in no other place. */
export const errorHandlerPlugin = fp(
  async (app) => {
    app.setErrorHandler<FastifyError | AppError>(answerError)
    app.setNotFoundHandler((_request, reply) => sendError(reply, noSuchCall()))
  },
  { name: 'error-handler' },
)
