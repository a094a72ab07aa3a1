import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorEnvelope } from './errors.ts'

/** Answers what is no request that can be read: malformed, too slow, or with too long a head. Ends the connection. */
export function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) socket.write(answerTo(error.code))
  socket.destroy()
}

function answerTo(errorCode: string | undefined): string {
  const [code, message] = describe(errorCode)
  const body = JSON.stringify(errorEnvelope(code, message))
  return [
    `HTTP/1.1 ${code} ${STATUS_CODES[code]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
    '',
    body,
  ].join('\r\n')
}

function describe(errorCode: string | undefined): [code: number, message: string] {
  if (errorCode === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, '请求超时，请重试']
  if (errorCode === 'HPE_HEADER_OVERFLOW') return [431, '请求头过大']
  return [400, '请求的格式不正确，请检查后重试']
}
