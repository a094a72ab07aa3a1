import { once } from 'node:events'
import { type OutgoingHttpHeaders, request as plainRequest } from 'node:http'
import { connect as connectHttp2, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2'
import { request as tlsRequest } from 'node:https'
import { connect as connectTls, type SecureVersion, type TLSSocket } from 'node:tls'
import { WebSocket } from 'ws'
import { NAME } from './certificates.ts'

const ORIGIN = `https://${NAME}`
const TIMEOUT_MS = 20_000

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

interface Ask {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}

/** Creates a browser outside: it uses the site's public name, and checks certificates against `ca` (PEM). */
export function createVisitor({ httpPort, httpsPort, ca }: { httpPort: number; httpsPort: number; ca: () => string }) {
  const there = () => ({ host: '127.0.0.1', port: httpsPort, servername: NAME, ca: ca() })

  return {
    /** Sends a request over https and HTTP/1.1. Throws if the certificate is not valid. */
    ask: (path: string, { method = 'GET', headers = {}, body }: Ask = {}) =>
      new Promise<Answer>((resolve, reject) => {
        const all = { host: NAME, origin: ORIGIN, ...headers }
        const asked = tlsRequest({ ...there(), path, method, headers: all, timeout: TIMEOUT_MS, agent: false })
        asked.once('response', (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.once('end', () => {
            const { statusCode: status = 0, headers: got } = response
            resolve({ status, headers: got, text: Buffer.concat(chunks).toString() })
          })
        })
        asked.once('timeout', () => asked.destroy(new Error('no answer')))
        asked.once('error', reject)
        asked.end(body)
      }),

    /** Sends a request over http; redirects are not followed. */
    askPlain: (path: string, host = NAME) =>
      new Promise<Answer>((resolve, reject) => {
        const asked = plainRequest({ host: '127.0.0.1', port: httpPort, path, headers: { host }, timeout: TIMEOUT_MS })
        asked.once('response', (response) => {
          response.resume()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '' })
        })
        asked.once('timeout', () => asked.destroy(new Error('no answer')))
        asked.once('error', reject)
        asked.end()
      }),

    /** Makes a TLS handshake. Throws if it fails. */
    async shakeHands({ version, servername = NAME }: { version?: SecureVersion; servername?: string } = {}) {
      const versions = version ? { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } : {}
      const socket: TLSSocket = connectTls({ ...there(), servername, ALPNProtocols: ['h2', 'http/1.1'], ...versions })
      try {
        await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
        const { serialNumber, issuer } = socket.getPeerCertificate()
        return { protocol: socket.getProtocol(), alpn: socket.alpnProtocol, serialNumber, issuer: issuer.CN }
      } finally {
        socket.destroy()
      }
    },

    /** Sends a request over HTTP/2, as browsers do. */
    async askHttp2(path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
      const socket = connectTls({ ...there(), ALPNProtocols: ['h2'] })
      const session = connectHttp2(ORIGIN, { createConnection: () => socket })
      try {
        const stream = session.request({ ':path': path, ':method': method, origin: ORIGIN, ...headers })
        stream.setTimeout(TIMEOUT_MS, () => stream.destroy(new Error('no answer')))
        const answered = once(stream, 'response') as Promise<[IncomingHttpHeaders & IncomingHttpStatusHeader]>
        stream.end(body)
        const [got] = await answered
        const chunks: Buffer[] = []
        // A server that refuses a body ends the stream without reading it.
        stream.once('error', () => undefined)
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        return { status: got[':status'] ?? 0, headers: got, text: Buffer.concat(chunks).toString() }
      } finally {
        session.destroy()
      }
    },

    /** Opens the socket of a page, or of another site's page with `origin`. */
    openSocket(cookie: string, origin = ORIGIN): WebSocket {
      const options = { ...there(), origin, headers: { host: NAME, cookie }, handshakeTimeout: TIMEOUT_MS }
      return new WebSocket(`wss://127.0.0.1:${httpsPort}/bff/ws`, options)
    },
  }
}

export type Visitor = ReturnType<typeof createVisitor>
