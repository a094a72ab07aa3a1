import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { errorEnvelope } from '#errors.ts'
import { createRequestId } from '#request/request-id.ts'

/** The last request of a connection. */
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** Answers requests that cannot be parsed (malformed, too slow, head too long), and closes the connection. */
export function createMalformedAnswer({ headBytes }: { headBytes: number }) {
  const last = new WeakMap<Socket, Exchange>()

  /**
   * Whether the request has its response already. Its body is framed wrongly: a second response would belong to another
   * request.
   */
  function isAnswered(socket: Socket): boolean {
    const exchange = last.get(socket)
    return exchange !== undefined && !exchange.request.complete && exchange.response.headersSent
  }

  return {
    watch(server: Server): void {
      server.on('request', (request, response) => last.set(request.socket, { request, response }))
    },
    answer(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
      if (error.code !== 'ECONNRESET' && socket.writable && !isAnswered(socket)) {
        const requestId = createRequestId()
        this.log.info(
          { reqId: requestId, cause: String(error.code), address: socket.remoteAddress },
          'malformed request',
        )
        socket.write(answerTo(describe(error.code, headBytes), requestId))
      }
      socket.destroy()
    },
  }
}

function answerTo([code, message, extra]: Description, requestId: string): string {
  const body = JSON.stringify(errorEnvelope(code, message, { ...extra, requestId }))
  return [
    `HTTP/1.1 ${code} ${STATUS_CODES[code]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
    '',
    body,
  ].join('\r\n')
}

type Description = [code: number, message: string, extra?: Record<string, unknown>]

function describe(errorCode: string | undefined, headBytes: number): Description {
  if (errorCode === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, '请求超时，请重试']
  if (errorCode === 'HPE_HEADER_OVERFLOW') {
    return [431, `请求头过大，合计至多 ${Math.floor(headBytes / 1024)} KB`, { reason: 'headTooLarge' }]
  }
  if (errorCode === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return [413, '内容过大，请缩小后重试']
  return [400, '请求的格式不正确，请检查后重试']
}
