import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Whether the body of a request is still incomplete. */
const hasBody = ({ headers, complete }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

function start(server: Server, request: IncomingMessage, timeoutMs: number): void {
  clearTimeout(timers.get(request))
  const timer = setTimeout(() => {
    if (request.complete) return
    // The error is Node's own after `requestTimeout`: the server's handler answers and closes.
    const error = Object.assign(new Error('the request did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', error, request.socket)
  }, timeoutMs)
  timer.unref()
  timers.set(request, timer)
  request.once('close', () => clearTimeout(timer))
}

/**
 * Limits the time in which the body of a request must arrive. Node has one limit for all requests of a server, `requestTimeout`, which
 * must be that of the longest; `allowBodyTime` gives a route more than the others.
 */
export function limitBodyTime(server: Server, timeoutMs: number): void {
  server.on('request', (request) => {
    // The server's handler runs first, and may have set another time.
    if (hasBody(request) && !timers.has(request)) start(server, request, timeoutMs)
  })
}

/**
 * Gives a request another time for its body, from now. A request that was injected into the server has no socket, and
 * is complete at once.
 */
export function allowBodyTime(server: Server, request: IncomingMessage, timeoutMs: number): void {
  if (request.socket instanceof Socket && hasBody(request)) start(server, request, timeoutMs)
}
