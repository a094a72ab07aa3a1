import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { HASH_BYTES } from '@portal/contract/tlog/hashing.ts'
import { formatTilePath, readBundle, TILE_WIDTH } from '@portal/contract/tlog/tile-paths.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { readLimited } from '#platform/net/read-limited.ts'

const TIMEOUT_MS = 30 * SECOND_MS
const FILE_MAX_BYTES = 1024 * 1024

/** Reads a file of a log by its path, e.g. `tile/entries/000`; `undefined` when there is none. */
type ReadFile = (path: string) => Promise<Uint8Array | undefined>

export type LogCopy = ReturnType<typeof openCopy>

/**
 * Opens a copy of the public log: a cache, the copy of an auditor, or a folder.
 * @param from address of the log, e.g. `https://copy.example/log`, or a folder with the same files
 */
export function openCopy(from: string, folder: string) {
  const read: ReadFile = /^https?:\/\//.test(from)
    ? readOver(from.replace(/\/+$/, ''))
    : readBelow(resolve(folder, from))

  return {
    /** Reads the signed note, unverified. */
    async readCheckpoint(): Promise<string | undefined> {
      const bytes = await read('checkpoint')
      return bytes && Buffer.from(bytes).toString()
    },

    /** Reads the first `width` entries of a bundle. @throws CommandError when the copy does not have them */
    async readBundle(index: number, width: number): Promise<Buffer[]> {
      const whole = { level: 'entries', index, width: TILE_WIDTH } as const
      const [path, fullPath] = [formatTilePath({ ...whole, width }), formatTilePath(whole)]
      // Copies may delete a partial bundle once they have the full one.
      const found = (await read(path)) ?? (width < TILE_WIDTH ? await read(fullPath) : undefined)
      if (!found) throw new CommandError(`${from} does not have ${path}. Nothing was changed.`)
      const entries = splitEntries(found)
      if (!entries || entries.length < width) throw new CommandError(`${from} has a cut ${path}. Nothing was changed.`)
      return entries.slice(0, width)
    },
  }
}

function splitEntries(bytes: Uint8Array): Buffer[] | undefined {
  const count = bytes.length / (2 + HASH_BYTES)
  try {
    const entries = readBundle(bytes, count).map((entry) => Buffer.from(entry))
    return entries.every(({ length }) => length === HASH_BYTES) ? entries : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const readBelow =
  (base: string): ReadFile =>
  async (path) => {
    try {
      return await readFile(join(base, path))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

const readOver =
  (base: string): ReadFile =>
  async (path) => {
    const makeFailure = (reason: string) => new CommandError(`${base}/${path}: ${reason}. Nothing was changed.`)
    try {
      const answer = await fetch(`${base}/${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (answer.status === 404) return undefined
      if (!answer.ok) throw makeFailure(`HTTP ${answer.status}`)
      return await readLimited(answer, FILE_MAX_BYTES)
    } catch (error) {
      if (error instanceof CommandError) throw error
      const { message, cause } = error as Error
      throw makeFailure(cause instanceof Error ? cause.message : message)
    }
  }
