import { SECOND_MS } from '@portal/contract/constants.ts'
import { type Bytes, concat, HASH_BYTES } from '@portal/contract/tlog/hashing.ts'
import { formatTilePath, TILE_WIDTH } from '@portal/contract/tlog/tile-paths.ts'
import type { ReadTile } from '@portal/contract/tlog/tree.ts'
import { limitSignal } from '#lib/api/abort.ts'

const FILE_TIMEOUT_MS = 8 * SECOND_MS
/** Maximum size of a checkpoint, bytes. A note of this log has 300 bytes, and a cosignature at most 3.5 KB. */
const CHECKPOINT_MAX = 64 * 1024
const KEY_MAX = 1024
const TILE_BYTES = TILE_WIDTH * HASH_BYTES

/** A file of the log cannot be read. The state of the log is unknown, so this is no evidence against it. */
export class LogUnreachable extends Error {
  /** HTTP status; 0 without a complete answer. */
  declare readonly status: number
  constructor(status: number, options?: ErrorOptions) {
    super(`a file of the log cannot be read: ${status}`, options)
    this.name = 'LogUnreachable'
    this.status = status
  }
}

/** Access to the files of a log. Each method throws LogUnreachable. */
export interface LogFiles {
  /** The newest signed note. */
  checkpoint: () => Promise<string>
  /** The verifier key. */
  key: () => Promise<string>
  tile: ReadTile
}

/** The log of this site. */
export function openSiteLog(signal?: AbortSignal): LogFiles {
  const readText = async (address: string, limit: number, cache: RequestCache) =>
    new TextDecoder().decode(await readFile(address, { limit, cache, signal }))
  const readTile = (path: string) => readFile(`/log/${path}`, { limit: TILE_BYTES, cache: 'default', signal })
  return {
    checkpoint: () => readText('/log/checkpoint', CHECKPOINT_MAX, 'no-store'),
    key: async () => (await readText('/log/key', KEY_MAX, 'default')).trim(),
    /** A log may drop a partial tile once the full one exists. */
    async tile({ level, index, width }) {
      try {
        return await readTile(formatTilePath({ level, index, width }))
      } catch (reason) {
        const isGone = reason instanceof LogUnreachable && reason.status === 404 && width < TILE_WIDTH
        if (!isGone) throw reason
        const full = await readTile(formatTilePath({ level, index, width: TILE_WIDTH }))
        return full.slice(0, width * HASH_BYTES)
      }
    },
  }
}

interface ReadOptions {
  /** Maximum size, bytes. */
  limit: number
  cache: RequestCache
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

/**
 * Reads a file of this site.
 * @throws LogUnreachable when it is absent, late or too long; the reason of `signal`
 */
export async function readFile(
  address: string,
  { limit, cache, timeoutMs = FILE_TIMEOUT_MS, signal }: ReadOptions,
): Promise<Bytes> {
  const limited = limitSignal(timeoutMs, signal)
  try {
    const response = await fetch(address, { cache, signal: limited.signal })
    if (response.status !== 200) throw new LogUnreachable(response.status)
    return await readBody(response, limit)
  } catch (reason) {
    if (signal?.aborted) throw signal.reason
    throw reason instanceof LogUnreachable ? reason : new LogUnreachable(0, { cause: reason })
  } finally {
    limited.release()
  }
}

async function readBody({ body }: Response, limit: number): Promise<Bytes> {
  const reader = body?.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > limit) {
      void reader.cancel()
      throw new LogUnreachable(0)
    }
    parts.push(value)
  }
  return concat(...parts)
}
