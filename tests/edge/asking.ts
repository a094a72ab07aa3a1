import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** An answer as received: `fetch` would add headers to the request, and decode the body. */
export interface EdgeAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface Asked {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

const TIME_LIMIT_MS = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Sends exactly these headers, and `Host` unless it is among them. */
export function ask(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<EdgeAnswer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS)
    const sent = request(url, { method, headers, agent, signal }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode = 0, headers: answered } = response
        resolve({ status: statusCode, headers: answered, body: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
