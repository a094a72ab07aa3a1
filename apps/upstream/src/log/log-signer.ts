import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { formatCheckpoint, readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { createNoteSigner, type NoteSigner, signNote } from '@portal/contract/tlog/note-signing.ts'
import { checkSignature, createVerifierKey, readNote } from '@portal/contract/tlog/signed-notes.ts'
import { type InferResult, sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { MarkStore } from '#platform/files/mark-store.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { readNewEntries } from './entry-check.ts'
import { addLeaf, computeRoot, type Edge, type FullTile } from './log-edge.ts'
import { formatFault, LogFault } from './log-fault.ts'
import { hashLeaf } from './log-hashing.ts'
import { type KeyOptions, loadSeed, TRIAL_ORIGIN, toOrigin } from './log-key.ts'
import { hasMark, LOG_MARK, type Mark, readMark } from './log-mark.ts'
import { readEdge } from './stored-hashes.ts'

/** Minimum time between two checkpoints. */
const CHECKPOINT_MS = 1 * SECOND_MS
/** Entries per query. */
const CHUNK = 512
/** Tiles per statement. */
const TILES_AT_ONCE = 500

export interface SignerOptions extends KeyOptions {
  now: () => number
  markStore: MarkStore
  /** Digest of the installation, for the seals of entries. */
  digest: Digest
  /** Called when the log has stopped and an operator must repair it. */
  onStop: (fault: LogFault) => void
  /** Maximum time of checking entries for one checkpoint, in ms; shorter in tests only. */
  stepMs?: number
}

const logState = (db: Db) => db.selectFrom('log_state').selectAll().where('id', '=', 1)
export type LogState = InferResult<ReturnType<typeof logState>>[number]

export const readLogState = async (db: Db): Promise<LogState> => await logState(db).executeTakeFirstOrThrow()

export type LogSigner = ReturnType<typeof createLogSigner>

/**
 * Signs the public log. Any number of instances may run it: entries are checked without a lock, and the row of `log_state` decides
 * which instance stores the next checkpoint. The mark is stored before the checkpoint, and before the lock, so that slow object
 * storage does not hold up publishing: a mark that is ahead of the database is signed again, with the same bytes.
 */
export function createLogSigner(options: SignerOptions) {
  const { db, now, digest, markStore, stepMs = CHECKPOINT_MS, onStop } = options
  /** Whether a stopped log was checked after the start: its operator may have repaired it. */
  let hasLooked = false
  let isClosing = false
  let cachedSigner: NoteSigner | undefined
  /** When the last checkpoint was stored, by a monotonic clock. */
  let storedAtMs = -CHECKPOINT_MS
  /** The mark that was read last, and when, by a monotonic clock. */
  let lastRead: { mark: Mark | undefined; atMs: number } | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** Signs one checkpoint. @returns whether more is to be signed */
  async function step(isPaced: boolean): Promise<boolean> {
    try {
      if (await isResting()) return false
      // Reads the mark first: another instance may sign meanwhile, and a later mark would seem to be ahead.
      const mark = await readMark(markStore)
      lastRead = { mark, atMs: performance.now() }
      const state = await readLogState(db)
      if (state.stopped !== null && hasLooked) return false
      if (!mark && state.checkpoint !== null && (await readMark(markStore))) return true
      const hasMore = await signNext(state, mark, isPaced)
      hasLooked = true
      return hasMore
    } catch (error) {
      if (!(error instanceof LogFault)) throw error
      hasLooked = true
      await db
        .updateTable('log_state')
        .set({ stopped: formatFault(error) })
        .where('id', '=', 1)
        .execute()
      onStop(error)
      return false
    }
  }

  /** Returns whether the log is stopped, or the database is as it was when it matched the mark a short time ago. */
  async function isResting(): Promise<boolean> {
    const state = await readLogState(db)
    if (state.stopped !== null) return hasLooked
    const isFresh = lastRead !== undefined && performance.now() - lastRead.atMs < markStore.restMs
    return isFresh && cachedSigner !== undefined && isCurrent(state, lastRead?.mark, cachedSigner)
  }

  async function signNext(state: LogState, mark: Mark | undefined, isPaced: boolean): Promise<boolean> {
    cachedSigner ??= await loadSigner(options, state)
    const signer = cachedSigner
    refuseOtherOrigin(state, signer)
    const isNew = state.checkpoint === null
    if (state.stopped === null && !isNew && isCurrent(state, mark, signer)) return false
    const edge = await readEdge(db, state.signed_size)
    if (!isNew) await checkSigned(state, edge, signer)
    const target = await checkMark(db, state, edge, mark)
    const deadline = target === state.size ? performance.now() + stepMs : Number.POSITIVE_INFINITY
    const tiles = await extend({ db, digest }, edge, target, deadline)
    const root = computeRoot(edge)
    if (mark?.size === edge.size && !isBegunAnew(state, mark) && !root.equals(mark.root)) {
      throw new LogFault('mark', mark.size)
    }
    const text = formatCheckpoint({ origin: signer.key.name, size: edge.size, root: new Uint8Array(root) })
    const note = await signNote(text, signer)
    if (isPaced) await wait(Math.max(0, storedAtMs + CHECKPOINT_MS - performance.now()))
    const advance = mark && isBegunAnew(state, mark) ? markStore.replace : markStore.advance
    // Another instance may have been faster.
    if (!isSame(await readLogState(db), state)) return true
    await advance(LOG_MARK, edge.size, note)
    const isStored = await store(db, { state, edge, tiles, note, origin: signer.key.name, at: now() })
    if (isStored) storedAtMs = performance.now()
    return !isStored || edge.size < state.size
  }

  /** Runs one pass after the other. @returns whether more is to be signed */
  function run(isPaced: boolean): Promise<boolean> {
    const pass = last.then(async () => !isClosing && (await step(isPaced)))
    last = pass.catch(() => undefined)
    return pass
  }

  return {
    /** Signs all entries, in several checkpoints when there are many. Does nothing while the log is stopped. */
    async sign(): Promise<void> {
      while (await run(false));
    },
    /** Signs in the periodic run: at most one checkpoint a second. @returns when the next one may be made, in ms */
    async signDue(): Promise<number> {
      const waitMs = computeDueMs(await readLogState(db), now())
      if (waitMs > 0) return waitMs
      storedAtMs = -CHECKPOINT_MS
      while (await run(true));
      return CHECKPOINT_MS
    },
    /**
     * Checks whether database and mark match before anything can be published, because nothing must be added to a
     * restored backup.
     */
    async look(): Promise<void> {
      const { checkpoint } = await readLogState(db)
      if (checkpoint !== null || (await hasMark(markStore))) await run(false)
    },
    /** Ends after the present pass. */
    async close(): Promise<void> {
      isClosing = true
      await last
    },
  }
}

/**
 * Returns in how many ms new entries may be signed. A clock that went back makes the next checkpoint due immediately.
 */
function computeDueMs({ signed_at, checkpoint }: LogState, nowMs: number): number {
  if (checkpoint === null || signed_at === null || nowMs < signed_at) return 0
  return signed_at + CHECKPOINT_MS - nowMs
}

/** Returns whether nobody has signed, stopped or renamed the log meanwhile. */
const isSame = (one: LogState, other: LogState): boolean =>
  one.checkpoint === other.checkpoint && one.origin === other.origin && one.stopped === other.stopped

/** Returns whether nothing is to be signed. It is cheap, because it runs twice a second. */
function isCurrent(state: LogState, mark: Mark | undefined, { key }: NoteSigner): boolean {
  return state.size === state.signed_size && state.origin === key.name && mark?.note === state.checkpoint
}

/** @throws LogFault when the log exists and its key is missing */
const loadSigner = async (options: KeyOptions, { origin }: LogState) =>
  await createNoteSigner(toOrigin(options.siteUrl), loadSeed(options, origin !== null))

/** @throws LogFault when the site has another host than the log */
function refuseOtherOrigin({ origin }: LogState, { key }: NoteSigner): void {
  if (origin !== null && origin !== key.name && origin !== TRIAL_ORIGIN) throw new LogFault('origin', origin)
}

/** @throws LogFault when the newest checkpoint is not signed with this key, or stored hashes do not lead to it */
async function checkSigned(state: LogState, edge: Edge, { key }: NoteSigner): Promise<void> {
  const note = readNote(state.checkpoint ?? '')
  const checkpoint = note && readCheckpoint(note.text)
  const verifier = await createVerifierKey(state.origin ?? '', key.type, key.key)
  if (!note || (await checkSignature(note, verifier)) !== 'right') throw new LogFault('key')
  if (checkpoint?.size !== edge.size || !computeRoot(edge).equals(checkpoint.root))
    throw new LogFault('root', edge.size)
}

/**
 * Compares the database with the mark.
 * @returns the size to sign: that of the mark when the last signing stopped between mark and database, else all entries
 * @throws LogFault when the database does not lead to the mark
 */
async function checkMark(db: Db, state: LogState, edge: Edge, mark: Mark | undefined): Promise<number> {
  if (mark && isBegunAnew(state, mark)) return state.size
  if (!mark && state.checkpoint !== null) throw new LogFault('noMark')
  if (!mark) return state.size
  if (mark.size > state.size) throw new LogFault('mark', mark.size)
  if (mark.size > edge.size) return mark.size
  const root = computeRoot(mark.size === edge.size ? edge : await readEdge(db, mark.size))
  if (!root.equals(mark.root)) throw new LogFault('mark', mark.size)
  return state.size
}

/** Returns whether the log is a trial whose database was deleted; no client has stored its checkpoints. */
const isBegunAnew = (state: LogState, mark: Mark) => state.origin === null && mark.origin === TRIAL_ORIGIN

/** Adds entries to the edge, each checked against its seal and its record. @returns the tiles that are full now */
async function extend(
  { db, digest }: Pick<SignerOptions, 'db' | 'digest'>,
  edge: Edge,
  target: number,
  deadline: number,
): Promise<FullTile[]> {
  const tiles: FullTile[] = []
  while (edge.size < target && (tiles.length === 0 || performance.now() < deadline)) {
    const count = Math.min(CHUNK, target - edge.size)
    for (const { bytes } of await readNewEntries(db, digest, { from: edge.size, count })) {
      tiles.push(...addLeaf(edge, hashLeaf(bytes)))
    }
    await setImmediate()
  }
  return tiles
}

/** A signed checkpoint, with what is stored together with it. */
interface Made {
  /** State from which it was made. */
  state: LogState
  edge: Edge
  tiles: FullTile[]
  note: string
  origin: string
  /** Epoch ms. */
  at: number
}

/** Stores a checkpoint. @returns `false` when another instance was faster */
async function store(db: Db, { state, edge, tiles, note, origin, at }: Made): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!isSame(await lockState(trx), state)) return false
    await storeTiles(trx, tiles)
    const isWhole = edge.size >= state.size
    await trx
      .updateTable('log_state')
      .set({ origin, signed_size: edge.size, checkpoint: note, signed_at: at })
      .set({ ...(note !== state.checkpoint && { cosignatures: '' }), ...(isWhole && { stopped: null }) })
      .where('id', '=', 1)
      .execute()
    return true
  })
}

export async function storeTiles(trx: Db, tiles: readonly FullTile[]): Promise<void> {
  for (let at = 0; at < tiles.length; at += TILES_AT_ONCE) {
    const rows = tiles.slice(at, at + TILES_AT_ONCE).map((tile) => ({ ...tile, root: tile.root.toString('base64') }))
    await trx
      .insertInto('log_tiles')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['level', 'idx']).doUpdateSet({ root: sql.ref('excluded.root') }))
      .execute()
  }
}

/** Locks the one row that orders all entries and checkpoints. */
export async function lockState(trx: Db): Promise<LogState> {
  const unchanged = trx
    .updateTable('log_state')
    .set((eb) => ({ size: eb.ref('size') }))
    .where('id', '=', 1)
  return await unchanged.returningAll().executeTakeFirstOrThrow()
}
