import { createHash } from 'node:crypto'
import { formatCheckpoint } from '../checkpoints.ts'
import { type Bytes, concat, hashLeaf, type Sha256 } from '../hashing.ts'
import { createNoteSigner, type NoteSigner, signNote } from '../note-signing.ts'
import { computeTileWidth, formatTilePath, listNewTiles, TILE_WIDTH, type Tile, writeBundle } from '../tile-paths.ts'
import { createTree, foldHashes } from '../tree.ts'

export const ORIGIN = 'lab.example/log'

export const sha256: Sha256 = (bytes) => hashText(bytes)

export const hashText = (bytes: Uint8Array | string): Bytes =>
  new Uint8Array(createHash('sha256').update(bytes).digest())

/** Makes a seed of 32 ascending bytes. */
export const makeSeed = (first: number) => Uint8Array.from({ length: 32 }, (_, nth) => first + nth)

export const makeLogSigner = (): Promise<NoteSigner> => createNoteSigner(ORIGIN, makeSeed(0))

/** Entry `i` is the SHA-256 of `entry i`. */
export const makeSampleEntry = (index: number): Bytes => hashText(`entry ${index}`)

export type SampleLog = Awaited<ReturnType<typeof makeSampleLog>>

/** Makes a log in memory, by default of sample entries, that answers for every size up to its own. */
export async function makeSampleLog(size: number, makeEntry: (index: number) => Uint8Array = makeSampleEntry) {
  const entries = Array.from({ length: size }, (_, index) => makeEntry(index))
  const levels = [await Promise.all(entries.map((entry) => hashLeaf(sha256, entry)))]
  for (let below = levels[0]; below && below.length >= TILE_WIDTH; below = levels.at(-1)) {
    const roots: Bytes[] = []
    for (let end = TILE_WIDTH; end <= below.length; end += TILE_WIDTH) {
      roots.push((await foldHashes(sha256, below.slice(end - TILE_WIDTH, end))) as Bytes)
    }
    levels.push(roots)
  }

  function makeTileBytes({ level, index, width }: Tile): Bytes {
    const from = index * TILE_WIDTH
    if (level === 'entries') return writeBundle(entries.slice(from, from + width))
    return concat(...(levels[level] ?? []).slice(from, from + width))
  }

  /** @param count number of entries, from the first */
  const makeTree = (count = size) => createTree(sha256, count, async (tile) => makeTileBytes(tile))

  return {
    entries,
    leaves: levels[0] as Bytes[],
    makeTileBytes,
    makeTree,
    /** Width of a tile in the whole log. */
    getTileWidth: ({ level, index }: Omit<Tile, 'width'>) => computeTileWidth(size, level, index),
    /** The signed note of the first `count` entries. */
    async signCheckpoint(signer: NoteSigner, count = size): Promise<string> {
      const root = (await makeTree(count).root()) as Bytes
      return await signNote(formatCheckpoint({ origin: signer.key.name, size: count, root }), signer)
    },
    /** Lists all tiles and bundles by their paths. */
    listFiles: () => new Map(listNewTiles(0, size).map((tile) => [formatTilePath(tile), makeTileBytes(tile)])),
  }
}
