import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface SeenRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  /** Body as received, e.g. of an upload. */
  bytes?: Buffer
}

export interface StubAnswer {
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON; `null` never answers. */
  body?: unknown
}

export interface StubUpstream {
  origin: string
  seen: SeenRequest[]
  /** Answers the next requests; by default with an empty success. */
  answer: (request: SeenRequest) => StubAnswer | Promise<StubAnswer>
  /** Stops as a crashed server does. */
  stop(): Promise<void>
  /** Starts again at the same address. */
  start(): Promise<void>
}

/** A success of upstream. */
export function ok(data: unknown, extra: object = {}): StubAnswer {
  return { body: { code: 200, message: '成功', data, extra } }
}

/** An error of upstream, which has HTTP status 200. */
export function failure(code: number, message: string): StubAnswer {
  return { body: { code, message, data: null, extra: {} } }
}

/** A real server at the outer edge of the BFF whose answers a test decides. */
export async function startStubUpstream(tls?: { key: string; cert: string }): Promise<StubUpstream> {
  let server: Server | undefined
  let port = 0

  const stub: StubUpstream = {
    origin: '',
    seen: [],
    answer: () => ok(null),
    async start() {
      const handle = (request: IncomingMessage, response: import('node:http').ServerResponse) => {
        // A request that the client aborts is no error here.
        respond(stub, request, response).catch(() => response.destroy())
      }
      server = tls ? createTlsServer(tls, handle) : createServer(handle)
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
      port = (server.address() as AddressInfo).port
      stub.origin = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
    },
    async stop() {
      const closed = new Promise((resolve) => server?.close(resolve))
      server?.closeAllConnections()
      await closed
    },
  }
  await stub.start()
  return stub
}

async function respond(stub: StubUpstream, request: IncomingMessage, response: import('node:http').ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const seen = {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: request.headers,
    body: bytes.toString('utf8'),
    bytes,
  }
  stub.seen.push(seen)
  const { status = 200, headers = {}, body } = await stub.answer(seen)
  if (body === null) return
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
  response.end(isText ? body : JSON.stringify(body))
}
