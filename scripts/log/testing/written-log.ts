import { createHash } from 'node:crypto'
import { formatCheckpoint } from '../../../packages/contract/src/tlog/checkpoints.ts'
import { type Bytes, concat, decodeBase64, hashLeaf, type Sha256 } from '../../../packages/contract/src/tlog/hashing.ts'
import { createNoteSigner, type NoteSigner, signNote } from '../../../packages/contract/src/tlog/note-signing.ts'
import { formatVerifierKey } from '../../../packages/contract/src/tlog/signed-notes.ts'
import {
  formatTilePath,
  listNewTiles,
  TILE_WIDTH,
  type Tile,
  writeBundle,
} from '../../../packages/contract/src/tlog/tile-paths.ts'
import { createTree, foldHashes } from '../../../packages/contract/src/tlog/tree.ts'
import { formatWitnessRequest } from '../../../packages/contract/src/tlog/witness-requests.ts'

export const computeSha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest())

const makeEntry = (text: string): Bytes => new Uint8Array(createHash('sha256').update(text).digest())

/** Makes entries `<name> 0` to `<name> <count - 1>`. */
export const entriesNamed = (name: string, count: number) =>
  Array.from({ length: count }, (_, nth) => makeEntry(`${name} ${nth}`))

export interface LogSigner extends NoteSigner {
  /** The verifier key as text. */
  keyText: string
}

/** @param seed one byte, repeated */
export async function signerNamed(name: string, seed = 1): Promise<LogSigner> {
  const signer = await createNoteSigner(name, Buffer.alloc(32, seed))
  return { ...signer, keyText: formatVerifierKey(signer.key) }
}

/** Returns all files of a log with these entries: texts and bytes by path. */
export async function writeLog(
  entries: readonly Bytes[],
  signer: LogSigner,
  origin = signer.key.name,
): Promise<Map<string, Uint8Array>> {
  const size = entries.length
  const levels: Uint8Array[][] = [await Promise.all(entries.map((entry) => hashLeaf(computeSha256, entry)))]
  for (let below = levels[0] as Uint8Array[]; below.length >= TILE_WIDTH; below = levels.at(-1) as Uint8Array[]) {
    const roots: Uint8Array[] = []
    for (let at = 0; at + TILE_WIDTH <= below.length; at += TILE_WIDTH) {
      roots.push(await foldHashes(computeSha256, below.slice(at, at + TILE_WIDTH)))
    }
    levels.push(roots)
  }
  const part = ({ level, index, width }: Tile): Uint8Array => {
    const from = index * TILE_WIDTH
    if (level === 'entries') return writeBundle(entries.slice(from, from + width))
    return concat(...(levels[level] ?? []).slice(from, from + width))
  }
  const files = new Map(listNewTiles(0, size).map((tile) => [formatTilePath(tile), part(tile)]))
  const root = await createTree(computeSha256, size, async (tile) => new Uint8Array(part(tile))).root()
  const note = await signNote(formatCheckpoint({ origin, size, root: new Uint8Array(root) }), signer)
  files.set('checkpoint', Buffer.from(note))
  files.set('key', Buffer.from(`${signer.keyText}\n`))
  return files
}

/** Returns the root in the checkpoint of a written log. */
export function readRoot(files: ReadonlyMap<string, Uint8Array>): Bytes {
  const [, , root = ''] = Buffer.from(files.get('checkpoint') ?? [])
    .toString()
    .split('\n')
  return decodeBase64(root) ?? new Uint8Array(0)
}

/** Answers requests with the files of a log, below any address. */
export function serveFiles(files: ReadonlyMap<string, Uint8Array>): typeof fetch {
  return async (input) => {
    const path = /\/log\/(.*)$/.exec(new URL(String(input)).pathname)?.[1] ?? ''
    const bytes = files.get(path)
    return bytes ? new Response(Buffer.from(bytes)) : new Response('not found', { status: 404 })
  }
}

/** Makes the body of a request to a witness for the checkpoint of a written log. */
export async function requestFor(files: ReadonlyMap<string, Uint8Array>, oldSize: number): Promise<string> {
  const checkpoint = Buffer.from(files.get('checkpoint') ?? []).toString()
  const size = Number(checkpoint.split('\n')[1])
  const tree = createTree(computeSha256, size, async (tile) => new Uint8Array(files.get(formatTilePath(tile)) ?? []))
  return formatWitnessRequest({ oldSize, proof: await tree.consistencyProof(oldSize), checkpoint })
}
