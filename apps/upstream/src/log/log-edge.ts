import { TILE_WIDTH } from '@portal/contract/tlog/tile-paths.ts'
import { computeLevelRoot, computeSha256 } from './log-hashing.ts'

/** A full tile. Its root is hash `idx` of the level above. */
export interface FullTile {
  level: number
  idx: number
  root: Buffer
}

/** The right edge of a tree: all that is needed to continue it. */
export interface Edge {
  /** Number of leaves. */
  size: number
  /** Hashes of the incomplete tile at each level from 0. */
  levels: Buffer[][]
}

/** Adds a leaf. @returns the tiles that are full now */
export function addLeaf(edge: Edge, leaf: Buffer): FullTile[] {
  edge.size += 1
  const filled: FullTile[] = []
  let hash = leaf
  for (let level = 0; ; level += 1) {
    const tile = edge.levels[level] ?? []
    edge.levels[level] = tile
    tile.push(hash)
    if (tile.length < TILE_WIDTH) return filled
    hash = computeLevelRoot(tile)
    edge.levels[level] = []
    filled.push({ level, idx: Math.floor(edge.size / TILE_WIDTH ** (level + 1)) - 1, root: hash })
  }
}

/** Computes the root of the tree (RFC 6962, 2.1). */
export function computeRoot({ levels }: Edge): Buffer {
  let below: Buffer | undefined
  for (const tile of levels) {
    const hashes = below ? [...tile, below] : tile
    if (hashes.length > 0) below = computeLevelRoot(hashes)
  }
  return below ?? computeSha256(new Uint8Array(0))
}
