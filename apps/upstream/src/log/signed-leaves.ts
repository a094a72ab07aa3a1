import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { createNoteSigner } from '@portal/contract/tlog/note-signing.ts'
import { checkSignature, createVerifierKey, readNote, type VerifierKey } from '@portal/contract/tlog/signed-notes.ts'
import { countHashes, TILE_WIDTH } from '@portal/contract/tlog/tile-paths.ts'
import type { Db } from '#platform/db/open.ts'
import { StorageFault } from '#platform/files/file-store.ts'
import type { MarkStore } from '#platform/files/mark-store.ts'
import { computeRoot, type Edge } from './log-edge.ts'
import { LogFault } from './log-fault.ts'
import { computeLevelRoot, hashLeaf } from './log-hashing.ts'
import { type KeyOptions, loadSeed, TRIAL_ORIGIN, toOrigin } from './log-key.ts'
import { type Mark, readMark } from './log-mark.ts'
import { readLogState } from './log-signer.ts'
import { readEdge, readHashes } from './stored-hashes.ts'

/** Maximum full tiles in memory, 8 KB each. */
const TILES_MAX = 1024

type Head = NonNullable<ReturnType<typeof readCheckpoint>>
export interface LeafOptions extends Omit<KeyOptions, 'db'> {
  markStore: MarkStore
}

type Hashes = readonly Buffer[]

/** `unsigned`: no checkpoint covers the entry yet. */
export type LeafCheck = 'signed' | 'unsigned' | 'differs'

export type SignedLeaves = ReturnType<typeof createSignedLeaves>

/**
 * Compares entries with the newest signed checkpoint, of the database or of the mark. Hashes that led to a
 * signature are cached, because entries never change: most checks read nothing.
 */
export function createSignedLeaves(options: LeafOptions) {
  const { markStore } = options
  let verified: Edge | undefined
  const tiles = new Map<string, Hashes>()
  let cachedKey: VerifierKey | undefined
  /** The mark that was read last, and when, by a monotonic clock. */
  let lastRead: { mark: Mark | undefined; atMs: number } | undefined

  /** Reads the checkpoint of the mark. Without object storage the last one counts. */
  async function readMarkedNote(origin: string | null): Promise<string | undefined> {
    if (!lastRead || performance.now() - lastRead.atMs >= markStore.restMs) {
      const mark = await readMark(markStore).catch((error) =>
        error instanceof StorageFault ? lastRead?.mark : ignoreLogFault(error),
      )
      lastRead = { mark, atMs: performance.now() }
    }
    const { mark } = lastRead
    // A trial whose database was deleted begins anew.
    return origin === null && mark?.origin === TRIAL_ORIGIN ? undefined : mark?.note
  }

  /**
   * Finds the edge of a checkpoint above an index: that of the database, or else that of the mark.
   * @returns `undefined` when no checkpoint covers the index, `null` when stored hashes do not lead to one that does
   */
  async function findEdgeOver(db: Db, index: number): Promise<Edge | undefined | null> {
    if (verified && index < verified.size) return verified
    const { checkpoint, origin } = await readLogState(db)
    let isCovered = false
    for (const readOne of [() => checkpoint, () => readMarkedNote(origin)]) {
      const note = await readOne()
      if (!note) continue
      cachedKey ??= await loadVerifierKey(options)
      const head = cachedKey && (await parseSignedHead(note, cachedKey))
      if (!head || index >= head.size) continue
      isCovered = true
      const edge = await readEdge(db, head.size).catch(ignoreLogFault)
      if (edge && computeRoot(edge).equals(head.root)) {
        verified = edge
        return edge
      }
    }
    return isCovered ? null : undefined
  }

  /** Finds the hashes of a tile; `undefined` when they do not lead to the edge. */
  async function findHashes(db: Db, edge: Edge, level: number, index: number): Promise<Hashes | undefined> {
    if (index === Math.floor(countHashes(edge.size, level) / TILE_WIDTH)) return edge.levels[level]
    const name = `${level}/${index}`
    const cachedHashes = tiles.get(name)
    if (cachedHashes) return cachedHashes
    const hashes = await readHashes(db, level, { from: index * TILE_WIDTH, count: TILE_WIDTH }).catch(ignoreLogFault)
    const above = await findHashes(db, edge, level + 1, Math.floor(index / TILE_WIDTH))
    const root = above?.[index % TILE_WIDTH]
    if (!hashes || !root || !computeLevelRoot(hashes).equals(root)) return undefined
    const [oldest] = tiles.keys()
    if (tiles.size >= TILES_MAX && oldest !== undefined) tiles.delete(oldest)
    tiles.set(name, hashes)
    return hashes
  }

  return {
    /** @param entry base64 */
    async check(db: Db, index: number, entry: string): Promise<LeafCheck> {
      const edge = await findEdgeOver(db, index)
      if (!edge) return edge === null ? 'differs' : 'unsigned'
      const hashes = await findHashes(db, edge, 0, Math.floor(index / TILE_WIDTH))
      return hashes?.[index % TILE_WIDTH]?.equals(hashLeaf(Buffer.from(entry, 'base64'))) ? 'signed' : 'differs'
    },
  }
}

/** Treats a log that cannot be read as missing. */
function ignoreLogFault(error: unknown): undefined {
  if (!(error instanceof LogFault)) throw error
}

async function loadVerifierKey(options: Omit<KeyOptions, 'db'>): Promise<VerifierKey | undefined> {
  try {
    return (await createNoteSigner(toOrigin(options.siteUrl), loadSeed(options, true))).key
  } catch (error) {
    return ignoreLogFault(error)
  }
}

/** Parses a note; `undefined` when it is not signed with this key under any name of the site. */
async function parseSignedHead(text: string, { type, key }: VerifierKey): Promise<Head | undefined> {
  const note = readNote(text)
  const head = note && readCheckpoint(note.text)
  if (!note || !head) return undefined
  return (await checkSignature(note, await createVerifierKey(head.origin, type, key))) === 'right' ? head : undefined
}
