import { WebSocket } from 'ws'

/** How a WebSocket without a login is received. */
export type Meeting =
  /** Still open after a while. */
  | { kind: 'open' }
  /** Taken, and closed with this code. */
  | { kind: 'closed'; code: number }
  /** Answered as a plain request, with this status. */
  | { kind: 'refused'; code: number }
  | { kind: 'failed'; error: Error }

interface Options {
  origin?: string
  ca?: string | undefined
}

const HANDSHAKE_MS = 10_000
/** Who means to close a socket does so by then. ms. */
const STAYS_MS = 1_500

/** Opens a socket, waits for the outcome and closes it. */
export function meetSocket(address: string, { origin, ca }: Options = {}): Promise<Meeting> {
  const socket = new WebSocket(address, {
    handshakeTimeout: HANDSHAKE_MS,
    followRedirects: false,
    perMessageDeflate: false,
    ...(origin ? { origin } : {}),
    ...(ca ? { ca } : {}),
  })
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const end = (meeting: Meeting) => {
      clearTimeout(timer)
      resolve(meeting)
      socket.terminate()
    }
    socket.on('open', () => {
      timer = setTimeout(end, STAYS_MS, { kind: 'open' })
    })
    socket.on('close', (code) => end({ kind: 'closed', code }))
    socket.on('error', (error) => end({ kind: 'failed', error }))
    socket.on('unexpected-response', (request, response) => {
      end({ kind: 'refused', code: response.statusCode ?? 0 })
      request.destroy()
    })
  })
}
