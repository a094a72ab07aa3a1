import fs from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
// biome-ignore lint/correctness/noUndeclaredDependencies: a tool of tests, declared at the root as the others are
import { type ScanResult, scan } from '@mdn/mdn-http-observatory'
import type { FastifyInstance } from 'fastify'
import { makeTlsCertificate } from '../../../doctor/src/testing/tls-certificate.ts'

/** First byte of a TLS connection: the type of a handshake record (RFC 8446, section 5.1). */
const TLS_HANDSHAKE = 0x16
/**
 * List of sites that browsers always open by https. The package downloads it during installation with scripts; ours
 * runs none.
 */
const PRELOAD_LIST = /hsts-preload\.json$/

/** A port of this machine that answers http and https, like a proxy that terminates TLS does with its two ports. */
export interface Front {
  /** `127.0.0.1:…` */
  host: string
  /** The site that receives every request. */
  app: FastifyInstance | null
  /** Runs the Observatory's own package; its only requests go to this port. */
  scan(): Promise<ScanResult>
  close(): void
}

export async function openFront(): Promise<Front> {
  const { key, cert } = makeTlsCertificate(1)
  const front: Front = { host: '', app: null, scan: () => scanLocally(front.host, cert), close: () => port.close() }
  const answerAs = (protocol: string) => (request: IncomingMessage, response: ServerResponse) => {
    passOn(front.app, protocol, request, response).catch(() => response.destroy())
  }
  const plain = createServer(answerAs('http'))
  const secure = createTlsServer({ key, cert }, answerAs('https'))
  const port = createNetServer((socket: Socket) => {
    socket.once('readable', () => {
      const first: Buffer | null = socket.read(1)
      if (first === null) return socket.destroy()
      socket.unshift(first)
      return (first[0] === TLS_HANDSHAKE ? secure : plain).emit('connection', socket)
    })
  })
  await new Promise<void>((resolve) => port.listen(0, '127.0.0.1', resolve))
  front.host = `127.0.0.1:${(port.address() as AddressInfo).port}`
  return front
}

async function passOn(
  app: FastifyInstance | null,
  protocol: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const payload = await text(request)
  const answer = await app?.inject({
    method: method as 'GET',
    url,
    payload,
    headers: { ...headers, 'x-forwarded-proto': protocol, 'x-forwarded-for': '192.0.2.1' },
  })
  response.writeHead(answer?.statusCode ?? 502, answer?.headers)
  response.end(answer?.rawPayload)
}

/** Runs the published package. It trusts our certificate, and finds an empty list in place of the missing one. */
async function scanLocally(host: string, cert: string): Promise<ScanResult> {
  const trusted = tls.getCACertificates('default')
  const { readFileSync } = fs
  tls.setDefaultCACertificates([...trusted, cert])
  fs.readFileSync = ((file: string, ...rest: []) =>
    PRELOAD_LIST.test(String(file)) && !fs.existsSync(file) ? '{}' : readFileSync(file, ...rest)) as typeof readFileSync
  try {
    return await scan(host)
  } finally {
    fs.readFileSync = readFileSync
    tls.setDefaultCACertificates(trusted)
  }
}
