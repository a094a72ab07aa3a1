import http from 'node:http'

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Sends requests over persistent connections. */
export interface LoadClient {
  /**
   * @returns the body of a 200
   * @throws Error for any other answer
   */
  ask(path: string, options?: RequestOptions): Promise<Buffer>
  /**
   * Returns the `data` of a success.
   * @throws Error for any other answer
   */
  call(path: string, options?: RequestOptions): Promise<unknown>
  close(): void
}

const CONNECTIONS = 256
const TIMEOUT_MS = 30_000
/** Time after which idle connections are closed: earlier than by the site, as by the proxy of `ops/nginx`. */
const IDLE_MS = 30_000
/** Clients of the site, each with its own limits. */
const CLIENTS = 4096

/** Returns the address of client number `n`, for `X-Forwarded-For`. */
export function makeClientAddress(n: number): string {
  const client = n % CLIENTS
  return `10.9.${client >> 8}.${client & 255}`
}

export function createLoadClient(url: string): LoadClient {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS, timeout: IDLE_MS })

  function ask(path: string, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const options = { method, agent, timeout: TIMEOUT_MS, headers: { 'accept-encoding': 'br', ...headers } }
      const request = http.request(url + path, options, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(Buffer.concat(chunks))
          else reject(new Error(`status ${answer.statusCode}`))
        })
      })
      request.on('timeout', () => request.destroy(new Error('no answer in time')))
      request.on('error', (error) => reject(new Error((error as NodeJS.ErrnoException).code ?? error.message)))
      request.end(body)
    })
  }

  return {
    ask,
    async call(path, options) {
      const answer = JSON.parse((await ask(path, options)).toString('utf8'))
      const { code, message, data } = answer as { code: number; message: string; data: unknown }
      if (code !== 200) throw new Error(`code ${code} ${message}`)
      return data
    },
    close: () => agent.destroy(),
  }
}
