import type { Server } from 'node:http'
import type { Socket } from 'node:net'

interface Options {
  graceMs: number
  bytesPerSecond: number
}

interface Reader {
  /** Bytes sent at the last check. */
  taken: number
  /** Time by which the client must have read more; `null` while nothing is unsent. Epoch ms. */
  deadlineMs: number | null
}

/**
 * Closes connections that read too slowly: unread bytes stay in memory, and their source stays open.
 * @returns a function that stops the checks
 */
export function cutOffSlowReaders(server: Server, { graceMs, bytesPerSecond }: Options): () => void {
  const readers = new Map<Socket, Reader>()
  server.on('connection', (socket: Socket) => {
    readers.set(socket, { taken: 0, deadlineMs: null })
    socket.once('close', () => readers.delete(socket))
  })
  // The chat has its own limits for unsent bytes.
  server.on('upgrade', (_request, socket) => readers.delete(socket as Socket))

  function check(): void {
    const nowMs = Date.now()
    for (const [socket, reader] of readers) {
      const waiting = socket.writableLength
      if (waiting === 0) {
        reader.deadlineMs = null
        continue
      }
      const taken = socket.bytesWritten - waiting
      if (reader.deadlineMs === null || taken > reader.taken) {
        reader.deadlineMs = nowMs + graceMs + (waiting / bytesPerSecond) * 1000
      } else if (nowMs > reader.deadlineMs) socket.destroy()
      reader.taken = taken
    }
  }

  const timer = setInterval(check, Math.max(10, graceMs / 4))
  timer.unref()
  return () => clearInterval(timer)
}
