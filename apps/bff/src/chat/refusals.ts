import type { WebSocket } from 'ws'
import { CLOSE_GRACE_MS } from './relay-limits.ts'
import type { Timers } from './timers.ts'

/** Accepts sockets only to close them with a code, at most `max` at the same time. */
export function createRefusals(max: number, timers: Timers) {
  /** Closing sockets, oldest first, each with the function that cancels its timer. */
  const closing = new Map<WebSocket, () => void>()

  function forget(socket: WebSocket): void {
    closing.get(socket)?.()
    closing.delete(socket)
  }

  function end(socket: WebSocket): void {
    forget(socket)
    socket.terminate()
  }

  return {
    close(socket: WebSocket, code: number): void {
      socket.removeAllListeners('error')
      socket.on('error', () => socket.terminate())
      socket.on('close', () => forget(socket))
      socket.close(code)
      closing.set(
        socket,
        timers.after(CLOSE_GRACE_MS, () => end(socket)),
      )
      const [oldest] = closing.keys()
      if (oldest && closing.size > max) end(oldest)
    },
    endAll(): void {
      for (const socket of [...closing.keys()]) end(socket)
    },
  }
}
