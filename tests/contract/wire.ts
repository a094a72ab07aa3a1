import { createServer, type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { AddressInfo } from 'node:net'

/** One request of the BFF and the answer of upstream, as sent. */
export interface Exchange {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingMessage['headers']
  body: string
  status: number
  answer: string
  /** Target of a redirect; otherwise empty. */
  location: string
}

export interface Wire {
  /** Address of upstream for the BFF. */
  url: string
  exchanges: Exchange[]
  close(): Promise<void>
}

/** A proxy between BFF and upstream that records exchanges, since the BFF drops what the contract does not name. */
export async function startWire(upstreamUrl: string): Promise<Wire> {
  const { protocol, hostname, port, host } = new URL(upstreamUrl)
  const send = protocol === 'https:' ? overHttps : overHttp
  const exchanges: Exchange[] = []

  const server = createServer(async (request, response) => {
    try {
      const { method = 'GET', url = '/' } = request
      const body = await read(request)
      const headers = { ...request.headers, host }
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const onward = send({ hostname, port, path: url, method, headers }, resolve)
        onward.on('error', reject)
        onward.end(body)
      })
      const bytes = await read(answer)
      const status = answer.statusCode ?? 502
      const { location = '' } = answer.headers
      const [sent, got] = [body.toString('utf8'), bytes.toString('utf8')]
      exchanges.push({ method, url, headers, body: sent, status, answer: got, location })
      response.writeHead(status, answer.headers).end(bytes)
    } catch {
      // Upstream is down or broke the connection: the proxy does the same to the BFF.
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
