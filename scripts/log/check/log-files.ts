import type { Bytes } from '../../../packages/contract/src/tlog/hashing.ts'
import { NOTE_MAX } from '../../../packages/contract/src/tlog/signed-notes.ts'
import { formatTilePath, readBundle, TILE_WIDTH, type Tile } from '../../../packages/contract/src/tlog/tile-paths.ts'
import { createSlots } from './slots.ts'
import { Misfit, Unreachable } from './verdicts.ts'

/** Timeout of one request with its body. */
const TIMEOUT_MS = 30_000
/** Number of requests for a file, and for one that the log reports missing: a cache may be behind. */
const TRIES = 6
const TRIES_IF_ABSENT = 3
const FIRST_WAIT_MS = 500
/** Maximum wait that a server may request by `Retry-After`. */
const WAIT_MAX_MS = 60_000
/** Number of concurrent requests. */
const PARALLEL = 8
const HASH_BYTES = 32
/** Size of 256 entries of the maximum length. */
const BUNDLE_MAX_BYTES = TILE_WIDTH * (2 + 0xffff)
const KEY_MAX_BYTES = 4096

export type LogFiles = ReturnType<typeof openLog>

export interface LogOptions {
  /** Address of the log, e.g. `https://lab.example/log`. */
  address: string
  /** Replaced in tests only. */
  get?: typeof fetch
  sleep?: (ms: number) => Promise<void>
}

const sleepFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Reads the files of a log over HTTP. Every request has a limit of time and of size, and is repeated when the log is
 * busy.
 */
export function openLog({ address, get = fetch, sleep = sleepFor }: LogOptions) {
  const base = address.replace(/\/+$/, '')
  const inSlot = createSlots(PARALLEL)

  /**
   * @returns `undefined` when the log does not have the file
   * @throws Misfit when it is too large, Unreachable
   */
  async function read(path: string, maxBytes: number): Promise<Bytes | undefined> {
    let failure = ''
    for (let tried = 1; tried <= TRIES; tried += 1) {
      const answer = await inSlot(() => ask(path, maxBytes))
      if ('bytes' in answer) return answer.bytes
      failure = answer.failure
      if (answer.isAbsent && tried >= TRIES_IF_ABSENT) return undefined
      if (answer.isFinal) break
      if (tried < TRIES) await sleep(Math.min(WAIT_MAX_MS, answer.waitMs ?? FIRST_WAIT_MS * 2 ** (tried - 1)))
    }
    throw new Unreachable(`${base}/${path}: ${failure}`)
  }

  async function ask(path: string, maxBytes: number): Promise<Answer> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new Error(`no answer within ${TIMEOUT_MS / 1000} seconds`)), TIMEOUT_MS)
    try {
      const answer = await get(`${base}/${path}`, {
        headers: { 'accept-encoding': 'gzip, identity', 'user-agent': 'log-check', ...makeFreshHeaders(path) },
        signal: limit.signal,
      })
      if (answer.ok) return { bytes: await readBody(answer, maxBytes, path) }
      await answer.body?.cancel()
      return toFailure(answer)
    } catch (error) {
      if (error instanceof Misfit) throw error
      return { failure: describe(error) }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Reads a tile. The full tile contains the hashes of a partial one, which the log may have removed since. */
  async function readTileFile(tile: Tile, maxBytes: number): Promise<{ bytes: Bytes; isFull: boolean }> {
    const bytes = await read(formatTilePath(tile), maxBytes)
    if (bytes) return { bytes, isFull: tile.width === TILE_WIDTH }
    const full =
      tile.width < TILE_WIDTH ? await read(formatTilePath({ ...tile, width: TILE_WIDTH }), maxBytes) : undefined
    if (full) return { bytes: full, isFull: true }
    throw new Misfit(`${formatTilePath(tile)} is missing, though the signed checkpoint covers it`)
  }

  return {
    base,

    async checkpoint(): Promise<string> {
      const bytes = await read('checkpoint', NOTE_MAX)
      if (!bytes) throw new Unreachable(`${base}/checkpoint: there is none; is this the address of a log?`)
      return decodeText(bytes, 'checkpoint')
    },

    /** Returns the key that the log publishes; `undefined` where it publishes none. */
    async key(): Promise<string | undefined> {
      const bytes = await read('key', KEY_MAX_BYTES)
      return bytes && decodeText(bytes, 'key').trim()
    },

    /**
     * Returns the hashes of a tile, concatenated.
     * @throws Misfit when it is missing or has another length
     */
    async tile(tile: Tile): Promise<Bytes> {
      const { bytes, isFull } = await readTileFile(tile, TILE_WIDTH * HASH_BYTES)
      const expected = (isFull ? TILE_WIDTH : tile.width) * HASH_BYTES
      if (bytes.length !== expected) {
        throw new Misfit(`${formatTilePath(tile)} is cut: it has ${bytes.length} bytes, not ${expected}`)
      }
      return bytes.slice(0, tile.width * HASH_BYTES)
    },

    /**
     * Returns the entries of a bundle. A bundle with too few or too many entries is returned unchanged.
     * @throws Misfit when it is missing or truncated
     */
    async entries(index: number, width: number): Promise<Uint8Array[]> {
      const tile: Tile = { level: 'entries', index, width }
      const { bytes, isFull } = await readTileFile(tile, BUNDLE_MAX_BYTES)
      const expected = isFull ? TILE_WIDTH : width
      for (const count of [expected, expected - 1, expected + 1]) {
        try {
          const entries = readBundle(bytes, count)
          return count === expected ? entries.slice(0, width) : entries
        } catch {
          // The bundle has another number of entries, or is truncated.
        }
      }
      throw new Misfit(`${formatTilePath(tile)} is cut, or does not hold ${expected} entries`)
    },
  }
}

interface Failure {
  failure: string
  /** Wait that the server requests. ms. */
  waitMs?: number | undefined
  isAbsent?: boolean
  /** Whether another attempt is pointless. */
  isFinal?: boolean
}
type Answer = { bytes: Bytes } | Failure

function toFailure({ status, headers }: Response): Failure {
  const failure = `HTTP ${status}`
  if (status === 404 || status === 410) return { failure, isAbsent: true }
  const isBusy = status === 429 || status === 408 || status >= 500
  return isBusy ? { failure, waitMs: parseRetryAfterMs(headers.get('retry-after')) } : { failure, isFinal: true }
}

const parseRetryAfterMs = (text: string | null) =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined

/** The checkpoint is requested from the log itself, not from a cache. */
const makeFreshHeaders = (path: string) => (path === 'checkpoint' ? { 'cache-control': 'no-cache' } : {})

async function readBody({ body }: Response, maxBytes: number, path: string): Promise<Bytes> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new Misfit(`${path} has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

function decodeText(bytes: Bytes, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Misfit(`${path} is no UTF-8 text`)
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message ? cause.message : error.message
}
