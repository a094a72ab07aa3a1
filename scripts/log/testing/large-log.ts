import { createHash } from 'node:crypto'
import { formatCheckpoint } from '../../../packages/contract/src/tlog/checkpoints.ts'
import { HASH_BYTES } from '../../../packages/contract/src/tlog/hashing.ts'
import { signNote } from '../../../packages/contract/src/tlog/note-signing.ts'
import { computeTileWidth, readTilePath, TILE_WIDTH } from '../../../packages/contract/src/tlog/tile-paths.ts'
import { createTree } from '../../../packages/contract/src/tlog/tree.ts'
import { computeSha256, type LogSigner } from './written-log.ts'

const NODE = Buffer.of(1)

/** Creates a log whose files are computed when they are read. It stores the hashes only, 32 bytes for an entry. */
export async function createLargeLog(size: number, signer: LogSigner) {
  const levels = [hashLeaves(size)]
  for (let below = levels[0] as Buffer; below.length >= TILE_WIDTH * HASH_BYTES; below = levels.at(-1) as Buffer) {
    levels.push(computeRoots(below))
  }

  function read(path: string): Uint8Array | undefined {
    const tile = readTilePath(path)
    if (path === 'checkpoint') return Buffer.from(note)
    if (path === 'key') return Buffer.from(signer.keyText)
    if (!tile || tile.width !== computeTileWidth(size, tile.level, tile.index)) return undefined
    const from = tile.index * TILE_WIDTH
    if (tile.level !== 'entries') {
      return levels[tile.level]?.subarray(from * HASH_BYTES, (from + tile.width) * HASH_BYTES)
    }
    return Buffer.concat(
      Array.from({ length: tile.width }, (_, at) => [Buffer.of(0, HASH_BYTES), makeEntry(from + at)]).flat(),
    )
  }

  const readTile = async ({ level, index, width }: { level: number; index: number; width: number }) =>
    new Uint8Array(levels[level]?.subarray(index * TILE_WIDTH * HASH_BYTES).subarray(0, width * HASH_BYTES) ?? [])
  const root = new Uint8Array(await createTree(computeSha256, size, readTile).root())
  const note = await signNote(formatCheckpoint({ origin: signer.key.name, size, root }), signer)
  return { read }
}

const hash = (...parts: (Buffer | string)[]) => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest()
}

const makeEntry = (nth: number) => hash(`entry ${nth}`)

function hashLeaves(size: number): Buffer {
  const leaves = Buffer.alloc(size * HASH_BYTES)
  const leaf = Buffer.of(0)
  for (let nth = 0; nth < size; nth += 1) hash(leaf, makeEntry(nth)).copy(leaves, nth * HASH_BYTES)
  return leaves
}

/** Returns the roots of the full tiles over these hashes. */
function computeRoots(hashes: Buffer): Buffer {
  let row = hashes.subarray(0, Math.floor(hashes.length / HASH_BYTES / TILE_WIDTH) * TILE_WIDTH * HASH_BYTES)
  for (let width = TILE_WIDTH; width > 1; width /= 2) {
    const above = Buffer.alloc(row.length / 2)
    for (let at = 0; at < row.length; at += 2 * HASH_BYTES) {
      hash(NODE, row.subarray(at, at + 2 * HASH_BYTES)).copy(above, at / 2)
    }
    row = above
  }
  return row
}
