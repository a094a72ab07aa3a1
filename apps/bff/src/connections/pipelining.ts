import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Closes connections that pipeline too many requests: every response would wait in memory. */
export function limitPipelining(server: Server, waitingMax: number): void {
  const waiting = new WeakMap<Socket, number>()
  server.on('request', ({ socket }, response) => {
    // A response without a socket waits behind an earlier one.
    if (response.socket) return
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    if (count > waitingMax) socket.destroy()
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  })
}
