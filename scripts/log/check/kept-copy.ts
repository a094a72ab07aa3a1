import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isEqual } from '../../../packages/contract/src/tlog/hashing.ts'
import { formatTilePath, readBundle, TILE_WIDTH, writeBundle } from '../../../packages/contract/src/tlog/tile-paths.ts'
import { replaceFile } from './durable-file.ts'
import { Misfit, Misuse } from './verdicts.ts'

export type KeptCopy = ReturnType<typeof keepCopy>

/**
 * Stores a copy of the entries and the newest checkpoint of a log, on the paths of the log itself. A bundle is written
 * once; later and wider ones are compared with it.
 */
export function keepCopy(folder: string) {
  function write(name: string, content: string | Uint8Array): void {
    const file = path.join(folder, name)
    try {
      mkdirSync(path.dirname(file), { recursive: true })
      replaceFile(file, content)
    } catch (error) {
      throw new Misuse(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`)
    }
  }

  return {
    /** @throws Misfit when another entry is stored at one of these positions */
    bundle(index: number, entries: readonly Uint8Array[]): void {
      const kept = readWidest(folder, index)
      const at =
        kept?.entries.findIndex((entry, place) => place < entries.length && !isSame(entry, entries[place])) ?? -1
      if (kept && at >= 0) {
        throw new Misfit(`entry ${index * TILE_WIDTH + at} is another than the one that was kept in ${kept.file}`)
      }
      if (kept?.entries.length === entries.length) return
      write(formatTilePath({ level: 'entries', index, width: entries.length }), writeBundle(entries))
    },

    /** Writes the checkpoint, once everything is verified. */
    checkpoint: (note: string) => write('checkpoint', note),
  }
}

const isSame = (one: Uint8Array, other: Uint8Array | undefined) => other !== undefined && isEqual(one, other)

interface Kept {
  file: string
  entries: Uint8Array[]
}

/**
 * Returns the stored entries of a bundle: the full one, else the widest partial one, which was compared with those
 * before it.
 */
function readWidest(folder: string, index: number): Kept | undefined {
  const full = path.join(folder, formatTilePath({ level: 'entries', index, width: TILE_WIDTH }))
  const width = Math.max(0, ...listWidths(`${full}.p`))
  return readKept(full, TILE_WIDTH) ?? (width > 0 ? readKept(path.join(`${full}.p`, String(width)), width) : undefined)
}

function listWidths(folder: string): number[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => /^[1-9]\d{0,2}$/.test(name)).map(Number)
}

/**
 * @returns `undefined` when there is no such file
 * @throws Misuse for a damaged one
 */
function readKept(file: string, width: number): Kept | undefined {
  try {
    return { file, entries: readBundle(readFileSync(file), width) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Misuse(`${file} is damaged: ${(error as Error).message}`)
  }
}
