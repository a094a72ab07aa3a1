import type { ClientFrame, ServerFrame } from '@portal/contract/frames.ts'
import { vi } from 'vitest'

const NOTHING_UNREAD = { system: 0, comment: 0, private: 0 }

/** A fake WebSocket, open from the start; the test acts as the server. */
export class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3

  readyState: number = FakeSocket.OPEN
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  /** Frames sent by the page, oldest first. */
  readonly sent: ClientFrame[] = []
  readonly address: string

  constructor(address: string) {
    this.address = address
    sockets.push(this)
  }

  send(text: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new DOMException('not open', 'InvalidStateError')
    this.sent.push(JSON.parse(text) as ClientFrame)
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED
  }

  /** Delivers a frame to the page. */
  give(frame: ServerFrame): void {
    if (this.readyState === FakeSocket.OPEN) this.onmessage?.({ data: JSON.stringify(frame) })
  }

  welcome(userId: string, counters = NOTHING_UNREAD): void {
    this.give({ t: 'welcome', userId, counters })
  }

  /** Closes the connection. */
  end(code: number): void {
    this.readyState = FakeSocket.CLOSED
    this.onclose?.({ code })
  }
}

let sockets: FakeSocket[] = []

/**
 * Replaces WebSocket for one test.
 * @returns the sockets opened, oldest first
 */
export function fakeSockets() {
  sockets = []
  vi.stubGlobal('WebSocket', FakeSocket)
  return {
    all: sockets,
    open: () => sockets.filter(({ readyState }) => readyState === FakeSocket.OPEN),
    /** Returns the newest socket. */
    last: () => {
      const socket = sockets.at(-1)
      if (!socket) throw new Error('no socket was opened')
      return socket
    },
  }
}
