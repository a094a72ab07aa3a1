import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** What happens to one request on the way; nothing where all is left out. */
export interface WireFate {
  /** Reaches upstream only then, even when nobody waits for the answer any more. */
  requestDelayMs?: number
  answerDelayMs?: number
  /** The connection breaks off: upstream hears nothing of the request, or has done what it was asked. */
  cut?: 'before' | 'after'
}

/** Between BFFs and upstream, at an address that stays. */
export interface FaultWire {
  url: string
  /** Of the next requests; by default all goes well. */
  fateOf: (path: string) => WireFate
  /** Breaks off upstream's sockets, as a proxy in between does. */
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
    const body = await bytesOf(request)
    const { requestDelayMs = 0, answerDelayMs = 0, cut } = wire.fateOf(request.url ?? '/')
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
  // As long as upstream's own: an idle connection must not be closed just when the BFF sends on it.
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
    far.write(`${request.method} ${request.url} HTTP/1.1\r\n${linesOf(request.rawHeaders)}\r\n`)
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
    fateOf: () => ({}),
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
      bytesOf(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes }),
        reject,
      )
    })
    onward.on('error', reject)
    onward.end(body)
  })
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function linesOf(rawHeaders: readonly string[]): string {
  let lines = ''
  for (let at = 0; at < rawHeaders.length; at += 2) lines += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`
  return lines
}
