import { type Bytes, HASH_BYTES, hashEmptyTree, hashNode, type Sha256 } from './hashing.ts'
import { findSplit, isPowerOfTwo, type LeafRange, listConsistencyRanges, listInclusionRanges } from './proofs.ts'
import { computeTileWidth, TILE_WIDTH } from './tile-paths.ts'

/** Reads the first `width` hashes of a tile, 32 bytes each. */
export type ReadTile = (tile: { level: number; index: number; width: number }) => Promise<Bytes>

const TILE_HEIGHT = 8

export type Tree = ReturnType<typeof createTree>

/**
 * Creates the tree of a log of this size from its tiles. Tiles are not trusted: a proof made of false tiles fails.
 * @throws RangeError when a tile has the wrong length; errors of `readTile` pass through
 */
export function createTree(sha256: Sha256, size: number, readTile: ReadTile) {
  const tiles = new Map<string, Promise<Uint8Array[]>>()

  function readHashes(level: number, index: number): Promise<Uint8Array[]> {
    const key = `${level}/${index}`
    const known = tiles.get(key)
    if (known) return known
    const width = computeTileWidth(size, level, index)
    const hashes = readTile({ level, index, width }).then((bytes) => splitHashes(bytes, width))
    tiles.set(key, hashes)
    return hashes
  }

  /** Computes the hash of the full subtree whose first leaf is `index * 2 ** height`. */
  async function hashSubtree(height: number, index: number): Promise<Uint8Array> {
    const level = Math.floor(height / TILE_HEIGHT)
    const count = 2 ** (height - level * TILE_HEIGHT)
    const first = index * count
    const hashes = await readHashes(level, Math.floor(first / TILE_WIDTH))
    const at = first % TILE_WIDTH
    return await foldHashes(sha256, hashes.slice(at, at + count))
  }

  async function hashRange([from, to]: LeafRange): Promise<Uint8Array> {
    const count = to - from
    if (isPowerOfTwo(count)) return await hashSubtree(Math.round(Math.log2(count)), from / count)
    const middle = from + findSplit(count)
    return await hashNode(sha256, await hashRange([from, middle]), await hashRange([middle, to]))
  }

  return {
    size,
    root: async (): Promise<Uint8Array> => (size === 0 ? await hashEmptyTree(sha256) : await hashRange([0, size])),

    /** Creates the proof that a leaf is in the tree. @throws RangeError for a position outside */
    async inclusionProof(index: number): Promise<Uint8Array[]> {
      if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError('no such leaf')
      return await Promise.all(listInclusionRanges(index, [0, size]).map(hashRange))
    },

    /** Creates the proof that the tree begins with the one of that size. @throws RangeError for a greater size */
    async consistencyProof(older: number): Promise<Uint8Array[]> {
      if (!Number.isSafeInteger(older) || older < 0 || older > size) throw new RangeError('no such older tree')
      return await Promise.all(listConsistencyRanges(older, [0, size]).map(hashRange))
    },
  }
}

/** Computes the root over hashes at one height; their count must be a power of two. */
export async function foldHashes(sha256: Sha256, hashes: readonly Uint8Array[]): Promise<Uint8Array> {
  let row = hashes
  while (row.length > 1) {
    const above: Uint8Array[] = []
    for (let at = 0; at + 1 < row.length; at += 2) {
      above.push(await hashNode(sha256, row[at] as Uint8Array, row[at + 1] as Uint8Array))
    }
    row = above
  }
  const [root] = row
  if (root === undefined) throw new RangeError('a tile lacks hashes')
  return root
}

function splitHashes(bytes: Uint8Array, width: number): Uint8Array[] {
  if (bytes.length !== width * HASH_BYTES)
    throw new RangeError(`a tile has ${bytes.length} bytes, not ${width * HASH_BYTES}`)
  return Array.from({ length: width }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))
}
