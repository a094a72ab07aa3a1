import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  request as send,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TlsCertificate } from './tls-certificate.ts'

/** Faults of a reverse proxy. */
interface ProxyFaults {
  /** Answers handshakes as plain requests. */
  dropsUpgrade?: boolean
  /** Sets the forwarded `X-Forwarded-For`; by default the peer is appended. */
  forwardedFor?: (came: string | undefined, peer: string) => string | undefined
  /** Forwarded `Host`. */
  host?: string
  /** Changes the headers of a response. */
  answer?: (headers: OutgoingHttpHeaders, url: string) => void
  /** Drops these headers of a request. */
  drops?: readonly string[]
  /** Whether the answer to a GET for this address is repeated for the next request. */
  caches?: (url: string) => boolean
  /** Maximum size of a body; a longer one is refused with 413. Bytes. */
  bodyMax?: number
  /** Answers that the proxy itself gives for these paths. */
  own?: Readonly<Record<string, { status: number; text: string }>>
}

/** A reverse proxy in front of one server, correct except for its configured faults. */
export interface FaultyProxy {
  readonly origin: string
  target: string
  faults: ProxyFaults
  stop(): Promise<void>
}

interface Stored {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
}

export async function startFaultyProxy(tls?: TlsCertificate): Promise<FaultyProxy> {
  const stored = new Map<string, Stored>()
  const server = tls ? createTlsServer(tls) : createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy: FaultyProxy = {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    target: '',
    faults: {},
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { faults } = proxy
    const { method = 'GET', url = '/' } = request
    const own = faults.own?.[url.split('?', 1)[0] ?? '']
    if (own) return response.writeHead(own.status, { 'content-type': 'text/plain' }).end(own.text)
    const kept = faults.caches?.(url) && method === 'GET' ? stored.get(url) : undefined
    if (kept) return response.writeHead(kept.status, kept.headers).end(kept.body)
    if (Number(request.headers['content-length'] ?? 0) > (faults.bodyMax ?? Number.POSITIVE_INFINITY)) {
      request.resume()
      return request.on('end', () => response.writeHead(413).end('too large'))
    }
    const onward = send(proxy.target + url, { method, headers: makeForwardedHeaders(proxy, request) }, (answer) => {
      const headers: OutgoingHttpHeaders = { ...answer.headers }
      faults.answer?.(headers, url)
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        const whole = { status: answer.statusCode ?? 502, headers, body: Buffer.concat(chunks) }
        if (faults.caches?.(url)) stored.set(url, whole)
        response.writeHead(whole.status, headers).end(whole.body)
      })
    })
    // A response that arrives before the body is sent completely is the result.
    onward.on('error', () => response.headersSent || response.writeHead(502).end())
    // A client that has disconnected sends no more.
    response.on('close', () => onward.destroy())
    return request.pipe(onward)
  })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (proxy.faults.dropsUpgrade) return socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
    const { hostname, port } = new URL(proxy.target)
    const onward = connect(Number(port), hostname, () => {
      const headers = { ...makeForwardedHeaders(proxy, request), connection: 'upgrade', upgrade: 'websocket' }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      onward.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('')}\r\n`)
      onward.pipe(socket).pipe(onward)
    })
    const end = () => {
      socket.destroy()
      onward.destroy()
    }
    for (const side of [socket, onward]) side.on('error', end).on('close', end)
    return undefined
  })
  return proxy
}

function makeForwardedHeaders({ faults }: FaultyProxy, { headers, socket }: IncomingMessage): OutgoingHttpHeaders {
  // The proxy's own connection to the site stays open.
  const { connection: _own, ...onward }: OutgoingHttpHeaders = headers
  const came = headers['x-forwarded-for'] as string | undefined
  const peer = socket.remoteAddress ?? ''
  const append = (list: string | undefined, by: string) => (list ? `${list}, ${by}` : by)
  const forwardedFor = (faults.forwardedFor ?? append)(came, peer)
  delete onward['x-forwarded-for']
  if (forwardedFor !== undefined) onward['x-forwarded-for'] = forwardedFor
  if (faults.host !== undefined) onward.host = faults.host
  for (const name of faults.drops ?? []) delete onward[name]
  return onward
}
