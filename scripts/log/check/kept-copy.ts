import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isEqual } from '../../../packages/contract/src/tlog/hashing.ts'
import {
  readBundle,
  TILE_WIDTH,
  type Tile,
  tilePath,
  writeBundle,
} from '../../../packages/contract/src/tlog/tile-paths.ts'
import { replaceFile } from './durable-file.ts'
import { Misfit, Misuse } from './verdicts.ts'

export type KeptCopy = ReturnType<typeof keepCopy>

/**
 * A copy of the entries and the newest checkpoint of a log, on the paths of the log itself. A bundle is written once; later
 * ones are compared with it.
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
    /** @throws Misfit when another entry was kept at one of these places */
    bundle(index: number, entries: readonly Uint8Array[]): void {
      const tile: Tile = { level: 'entries', index, width: entries.length }
      const name = tilePath(tile)
      const kept = readKept(path.join(folder, name), tile.width)
      if (!kept) {
        write(name, writeBundle(entries))
        return
      }
      const at = entries.findIndex((entry, place) => !isEqual(entry, kept[place] as Uint8Array))
      if (at < 0) return
      throw new Misfit(
        `entry ${index * TILE_WIDTH + at} is another than the one that was kept in ${path.join(folder, name)}`,
      )
    },

    /** Once everything is right. */
    checkpoint: (note: string) => write('checkpoint', note),
  }
}

/** @returns `undefined` when there is no such file. @throws Misuse for one that is damaged */
function readKept(file: string, width: number): Uint8Array[] | undefined {
  try {
    return readBundle(readFileSync(file), width)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Misuse(`${file} is damaged: ${(error as Error).message}`)
  }
}
