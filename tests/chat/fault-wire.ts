import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Faults of one request on the wire; none by default. */
export interface WireFate {
  /** Delay before upstream receives the request, even after the client gave up. */
  requestDelayMs?: number
  answerDelayMs?: number
  /** Cuts the connection before upstream receives the request, or after it has processed it. */
  cut?: 'before' | 'after'
}

/** A faulty proxy between BFFs and upstream, at a fixed address. */
export interface FaultWire {
  url: string
  /** Faults of the next requests; none by default. */
  chooseFate: (path: string) => WireFate
  /** Cuts the sockets of upstream, as a proxy in between can. */
  cutSockets(): void
  close(): Promise<void>
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

export async function startFaultWire(upstreamPort: number): Promise<FaultWire> {
  const sockets = new Set<Socket>()

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBytes(request)
    const { requestDelayMs = 0, answerDelayMs = 0, cut } = wire.chooseFate(request.url ?? '/')
    if (cut === 'before') return void request.socket.destroy()
    if (requestDelayMs > 0) await wait(requestDelayMs)
    const answer = await ask(upstreamPort, request, body)
    if (answerDelayMs > 0) await wait(answerDelayMs)
    if (cut === 'after') return void request.socket.destroy()
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => request.socket.destroy())
  })
  // The time-out of upstream, so that no idle connection is closed while the BFF sends a request on it.
  server.keepAliveTimeout = 75_000
  server.on('upgrade', (request, near: Socket, head: Buffer) => {
    const far = connect(upstreamPort, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => one.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    far.write(`${request.method} ${request.url} HTTP/1.1\r\n${writeHeaderLines(request.rawHeaders)}\r\n`)
    far.write(head)
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function cutSockets(): void {
    for (const socket of sockets) socket.destroy()
  }

  const wire: FaultWire = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chooseFate: () => ({}),
    cutSockets,
    async close() {
      cutSockets()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return wire
}

function ask(port: number, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onward = httpRequest({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      readBytes(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes }),
        reject,
      )
    })
    onward.on('error', reject)
    onward.end(body)
  })
}

async function readBytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function writeHeaderLines(rawHeaders: readonly string[]): string {
  let lines = ''
  for (let at = 0; at < rawHeaders.length; at += 2) lines += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`
  return lines
}
