import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A request as received, with its body. */
export interface RawRequest {
  method: string
  /** Path and query. */
  url: string
  body: string
}

/** Replaces the answer of upstream. `null`: the correct answer. */
type Misbehaviour = ((socket: Socket, request: RawRequest) => void) | null

/** An upstream that writes raw bytes, so that it can break HTTP. */
export interface RawUpstream {
  origin: string
  /** Applies to the next requests. */
  misbehave: Misbehaviour
  /** Complete requests, in order. */
  seen: RawRequest[]
  /** Open connections. */
  readonly connections: number
  /** Refuses further connections. */
  stop(): Promise<void>
  /** Listens on the same port again. */
  start(): Promise<void>
}

/** @param answer builds the correct answer to a request */
export async function startRawUpstream(answer: (request: RawRequest) => Buffer): Promise<RawUpstream> {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let port = 0

  function take(socket: Socket): void {
    let received = Buffer.alloc(0)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      for (let one = readRequest(received); one; one = readRequest(received)) {
        received = received.subarray(one.bytes)
        upstream.seen.push(one.request)
        if (upstream.misbehave) upstream.misbehave(socket, one.request)
        else socket.write(answer(one.request))
      }
    })
  }

  const upstream: RawUpstream = {
    origin: '',
    misbehave: null,
    seen: [],
    get connections() {
      return sockets.size
    },
    async start() {
      server = createServer(take)
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
      upstream.origin = `http://127.0.0.1:${port}`
    },
    async stop() {
      if (!server?.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  await upstream.start()
  return upstream
}

/** Parses the first complete request. */
function readRequest(received: Buffer): { request: RawRequest; bytes: number } | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = received.toString('latin1', 0, end)
  const [method = '', url = ''] = head.split(' ', 2)
  const from = end + 4
  if (/^transfer-encoding: chunked/im.test(head)) {
    const last = received.indexOf('0\r\n\r\n', from)
    if (last < 0) return null
    return { request: { method, url, body: received.toString('utf8', from, last) }, bytes: last + 5 }
  }
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  if (received.length < from + length) return null
  return { request: { method, url, body: received.toString('utf8', from, from + length) }, bytes: from + length }
}

/** Returns an answer as bytes; the connection stays open. */
export function makeHttpAnswer(
  body: string | Buffer,
  { type = 'application/json', status = '200 OK', more = '' } = {},
): Buffer {
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(body)])
}
