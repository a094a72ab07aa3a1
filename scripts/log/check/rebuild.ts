import { hash } from 'node:crypto'
import {
  type Bytes,
  concat,
  HASH_BYTES,
  hashLeaf,
  isEqual,
  type Sha256,
  toBase64,
} from '../../../packages/contract/src/tlog/hashing.ts'
import type { TreeHead } from '../../../packages/contract/src/tlog/proofs.ts'
import {
  computeTileWidth,
  countHashes,
  formatTilePath,
  TILE_WIDTH,
} from '../../../packages/contract/src/tlog/tile-paths.ts'
import { createTree, foldHashes } from '../../../packages/contract/src/tlog/tree.ts'
import { describeDifference } from './differences.ts'
import type { KeptCopy } from './kept-copy.ts'
import type { LogFiles } from './log-files.ts'
import { Misfit } from './verdicts.ts'

/** Number of bundles that are requested in advance. */
const AHEAD = 12

export const computeSha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')

/** Hashes of a level above the entries: each is the root of a tile below. */
interface Row {
  hashes: Uint8Array[]
  /** Index of the tile that is being filled. */
  index: number
}

interface RebuildOptions {
  /** Receives the number of checked entries. */
  onProgress: (entries: number) => void
  /** Stores the entries. */
  copy?: Pick<KeptCopy, 'bundle'> | undefined
}

/**
 * Hashes all entries, compares every tile with them, and the root last. Memory does not grow with the log.
 * @returns the number of tiles
 * @throws Misfit on the first tile, bundle or root that does not match
 */
export async function rebuildTiles(
  files: LogFiles,
  { size, root }: TreeHead,
  { onProgress, copy }: RebuildOptions,
): Promise<number> {
  /** Rows from level 1. Each has fewer hashes than a full tile. */
  const rows: Row[] = []
  let lastLeaves: Uint8Array[] = []
  let tiles = 0

  async function add(level: number, root: Uint8Array): Promise<void> {
    rows[level - 1] ??= { hashes: [], index: 0 }
    const row = rows[level - 1] as Row
    row.hashes.push(root)
    if (row.hashes.length < TILE_WIDTH) return
    await compareTile(level, row)
    const above = await foldHashes(computeSha256, row.hashes)
    row.hashes = []
    row.index += 1
    await add(level + 1, above)
  }

  async function compareTile(level: number, { hashes, index }: Row): Promise<void> {
    const tile = { level, index, width: hashes.length }
    const served = splitHashes(await files.tile(tile))
    const at = hashes.findIndex((own, place) => !isEqual(own, served[place] as Uint8Array))
    if (at >= 0) {
      const below = formatTilePath({ level: level - 1, index: index * TILE_WIDTH + at, width: TILE_WIDTH })
      throw new Misfit(`hash ${at} of ${formatTilePath(tile)} is not the root of ${below}`)
    }
    tiles += 1
  }

  for await (const { index, entries, leaves } of iterateLeaves(files, size)) {
    tiles += 1
    copy?.bundle(index, entries)
    if (leaves.length === TILE_WIDTH) await add(1, await foldHashes(computeSha256, leaves))
    else lastLeaves = leaves
    onProgress(Math.min(size, (index + 1) * TILE_WIDTH))
  }
  for (const [at, row] of rows.entries()) if (row.hashes.length > 0) await compareTile(at + 1, row)

  const ownTile = async ({ level }: { level: number }) =>
    concat(...(level === 0 ? lastLeaves : readHashes(rows, level)))
  const own = await createTree(computeSha256, size, ownTile).root()
  if (!isEqual(own, root)) {
    throw new Misfit(`the entries give the root ${toBase64(own)}, the checkpoint is signed for ${toBase64(root)}`)
  }
  return tiles
}

const readHashes = (rows: readonly Row[], level: number) => rows[level - 1]?.hashes ?? []

interface Leaves {
  index: number
  entries: Uint8Array[]
  /** Hashes of the entries of a bundle, which equal those of the tile at level 0. */
  leaves: Uint8Array[]
}

async function* iterateLeaves(files: LogFiles, size: number): AsyncGenerator<Leaves> {
  const bundles = Math.ceil(countHashes(size, 'entries') / TILE_WIDTH)
  const loading: Promise<Leaves>[] = []
  for (let index = 0; index < bundles || loading.length > 0; index += 1) {
    if (index < bundles) {
      const leaves = fetchLeaves(files, size, index)
      // A failure is thrown below, when its bundle is processed.
      leaves.catch(() => undefined)
      loading.push(leaves)
    }
    if (index >= bundles || loading.length > AHEAD) yield await (loading.shift() as Promise<Leaves>)
  }
}

async function fetchLeaves(files: LogFiles, size: number, index: number): Promise<Leaves> {
  const tile = { level: 0, index, width: computeTileWidth(size, 0, index) }
  const [entries, served] = await Promise.all([files.entries(index, tile.width), files.tile(tile)])
  const leaves = await Promise.all(entries.map((entry) => hashLeaf(computeSha256, entry)))
  const difference = describeDifference(index * TILE_WIDTH, leaves, splitHashes(served))
  if (difference)
    throw new Misfit(`${formatTilePath({ ...tile, level: 'entries' })} and ${formatTilePath(tile)}: ${difference}`)
  return { index, entries, leaves }
}

function splitHashes(bytes: Bytes): Uint8Array[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )
}
