import { isIP } from 'node:net'
import { WebSocket } from 'ws'
import { type Detour, getConnection } from './connect-to.ts'

/** Outcome of opening a WebSocket without a login. */
export type SocketProbe =
  /** The socket is still open after a while. */
  | { kind: 'open' }
  /** The socket was accepted, then closed with this code. */
  | { kind: 'closed'; code: number }
  /** The handshake was answered as a plain request, with this status. */
  | { kind: 'refused'; code: number }
  | { kind: 'failed'; error: Error }

interface Options {
  origin?: string
  ca?: string | undefined
  detour?: Detour | null
}

const HANDSHAKE_MS = 10_000
/** Time within which a server that refuses the socket closes it. ms. */
const STAYS_MS = 1_500

/** Opens a socket, waits for the outcome and closes it. */
export function probeSocket(address: string, { origin, ca, detour = null }: Options = {}): Promise<SocketProbe> {
  const { protocol, host, hostname, pathname, search } = new URL(address)
  const to = getConnection(address, detour)
  const way = `${protocol}//${to.host.includes(':') ? `[${to.host}]` : to.host}:${to.port}${pathname}${search}`
  // The types of ws lack this option; ws passes it on to TLS.
  const tls = { servername: isIP(hostname.replace(/^\[|\]$/g, '')) ? '' : hostname }
  const socket = new WebSocket(way, {
    ...tls,
    headers: { host },
    handshakeTimeout: HANDSHAKE_MS,
    followRedirects: false,
    perMessageDeflate: false,
    ...(origin ? { origin } : {}),
    ...(ca ? { ca } : {}),
  })
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const end = (probe: SocketProbe) => {
      clearTimeout(timer)
      resolve(probe)
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
