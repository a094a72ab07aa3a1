import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Ends connections that ask and ask without reading: every answer would wait in memory. */
export function limitPipelining(server: Server, waitingMax: number): void {
  const waiting = new WeakMap<Socket, number>()
  server.on('request', ({ socket }, response) => {
    // While an earlier answer has the connection, this one has none; all others cost nothing here.
    if (response.socket) return
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    if (count > waitingMax) socket.destroy()
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  })
}
