import type { Server } from 'node:http'
import type { Socket } from 'node:net'

interface Options {
  graceMs: number
  bytesPerSecond: number
}

interface Reader {
  /** Bytes that had left this process when it was last looked at. */
  taken: number
  /** When it must have taken more; `null` while nothing waits for it. Epoch ms. */
  deadlineMs: number | null
}

/**
 * Cuts off clients that ask for much and read it a byte at a time: what they do not take stays in our memory, and what
 * it is made from stays open. A client that reads, however small its screen, is not one of them.
 * @returns a function that ends the watch
 */
export function cutOffSlowReaders(server: Server, { graceMs, bytesPerSecond }: Options): () => void {
  const readers = new Map<Socket, Reader>()
  server.on('connection', (socket: Socket) => {
    readers.set(socket, { taken: 0, deadlineMs: null })
    socket.once('close', () => readers.delete(socket))
  })
  // The chat has limits of its own for what a socket leaves waiting.
  server.on('upgrade', (_request, socket) => readers.delete(socket as Socket))

  function look(): void {
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

  const timer = setInterval(look, Math.max(10, graceMs / 4))
  timer.unref()
  return () => clearInterval(timer)
}
