import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { toHex } from '../../../packages/contract/src/tlog/hashing.ts'
import { formatVerifierKey } from '../../../packages/contract/src/tlog/signed-notes.ts'
import { type Answer, createCosigner, type WitnessOptions } from './add-checkpoint.ts'
import type { WitnessStore } from './witness-store.ts'

/** Size of 63 hashes and a checkpoint with some thirty signatures, including ML-DSA-44. */
const BODY_MAX_BYTES = 128 * 1024
/** Time between the first and the last byte of a request. */
const REQUEST_TIMEOUT_MS = 10_000
const CONNECTIONS_MAX = 200

export interface ServerOptions extends WitnessOptions {
  onError: (error: Error) => void
}

/** Creates the HTTP server of a witness (C2SP tlog-witness). It does not listen yet. */
export function createWitnessServer(options: ServerOptions): Server {
  const { store, logs, signer, onError } = options
  const addCheckpoint = createCosigner(options)
  const checkpoints = new Map(logs.map(({ name }) => [`/${hashOrigin(name)}/checkpoint`, name]))

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method = '', url = '' } = request
    if (url === '/add-checkpoint') {
      if (method !== 'POST') return text(405, 'POST only\n')
      const body = await readBody(request)
      return body === undefined ? text(413, 'the request is too long\n') : await addCheckpoint(body)
    }
    if (method !== 'GET' && method !== 'HEAD') return text(405, 'GET only\n')
    if (url === '/')
      return text(200, `${formatVerifierKey(signer.key)}\n${logs.map(({ name }) => `${name}\n`).join('')}`)
    const note = findCosigned(store, checkpoints.get(url))
    return note === undefined ? text(404, 'not found\n') : text(200, note)
  }

  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: 1000 },
    (request, response) => {
      answer(request)
        .catch((error: Error) => {
          onError(error)
          return text(500, 'the witness failed\n')
        })
        .then(({ status, type, body }) => {
          if (!request.complete) response.setHeader('connection', 'close')
          response.writeHead(status, {
            'content-type': type,
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
          })
          response.end(body)
        })
        .catch(onError)
    },
  )
  server.maxConnections = CONNECTIONS_MAX
  return server
}

/** Identifies a log in addresses of a witness. */
export const hashOrigin = (origin: string) => toHex(createHash('sha256').update(origin).digest())

const text = (status: number, body: string): Answer => ({ status, type: 'text/plain; charset=utf-8', body })

const findCosigned = (store: WitnessStore, origin: string | undefined) =>
  origin === undefined ? undefined : store.find(origin)?.note

/** @returns `undefined` when it is too long */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  // The connection stays open, because the refusal is sent on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > BODY_MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
