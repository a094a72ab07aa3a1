import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that may wait for their answers; browsers and proxies send the next after the last. */
const WAITING_MAX = 64

/** Ends connections that ask and ask without reading: every answer would wait in memory. */
export function limitPipelining(server: Server): void {
  const waiting = new WeakMap<Socket, number>()
  server.on('request', ({ socket }, response) => {
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    if (count > WAITING_MAX) socket.destroy()
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  })
}
