import { formatCheckpoint, readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { createNoteSigner, type NoteSigner, signNote } from '@portal/contract/tlog/note-signing.ts'
import { checkSignature, readNote } from '@portal/contract/tlog/signed-notes.ts'
import { computeTileWidth, TILE_WIDTH } from '@portal/contract/tlog/tile-paths.ts'
import { isSignedBy } from '#log/check-log-key.ts'
import { readNewEntries } from '#log/entry-check.ts'
import { addLeaf, computeRoot, type Edge, type FullTile } from '#log/log-edge.ts'
import { formatFault, LogFault } from '#log/log-fault.ts'
import { hashLeaf } from '#log/log-hashing.ts'
import { type KeyOptions, loadSeed, toOrigin } from '#log/log-key.ts'
import { LOG_MARK, readMark } from '#log/log-mark.ts'
import { type LogState, lockState, readLogState, storeTiles } from '#log/log-signer.ts'
import { readEdge } from '#log/stored-hashes.ts'
import { type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import { makeOperatorFact } from '#platform/audit/system-action.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import type { Db } from '#platform/db/open.ts'
import type { MarkStore } from '#platform/files/mark-store.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { type BringBackResult, bringBack } from './bring-back.ts'
import { openFormer } from './former-database.ts'
import type { LogCopy } from './log-copy.ts'
import { replaceEntries } from './replace-entries.ts'

interface RecoveryOptions extends KeyOptions, AuditWriter {
  markStore: MarkStore
  /** A copy of the log with the newest checkpoint. */
  copy: LogCopy | undefined
  /** Whether the operator knows that no checkpoint newer than the database's was ever published. */
  trustsDatabase: boolean
}

export interface Recovered extends BringBackResult {
  /** Number of entries under the newest checkpoint. */
  size: number
  /** Folder with the database that a restore has replaced; `undefined` when there is none. */
  folder: string | undefined
  /** Entries that were missing in the database: index of the first, and their number. */
  lost: { from: number; count: number }
  /** Certificates with a new entry, because their entry was never published. */
  reentered: string[]
}

interface Head {
  size: number
  root: Uint8Array
}

/**
 * Continues the log from the newest checkpoint that was ever signed, which the mark or a copy has. Appends the
 * lost entries, recovers their certificates from a replaced database, and starts the log again.
 * @throws CommandError without any change when entries do not lead to the root, or key, mark or copy are missing
 */
export async function recoverLog(options: RecoveryOptions): Promise<Recovered> {
  const former = openFormer(options.dataDir)
  try {
    return await recover(options, former)
  } catch (error) {
    if (!(error instanceof LogFault)) throw error
    if (error.kind !== 'key') throw new CommandError(`${error.message} Nothing was changed.`)
    // Machines start without the key of a log that is stopped.
    await options.db
      .updateTable('log_state')
      .set({ stopped: formatFault(error) })
      .where('id', '=', 1)
      .execute()
    throw new CommandError(error.message)
  } finally {
    former?.close()
  }
}

async function recover(options: RecoveryOptions, former: ReturnType<typeof openFormer>): Promise<Recovered> {
  const { db, digest, now } = options
  const copy = options.copy ?? former?.copy
  const state = await readLogState(db)
  const signer = await createNoteSigner(toOrigin(options.siteUrl), loadSeed(options, true))
  if (state.origin !== null && state.origin !== signer.key.name) throw new LogFault('origin', state.origin)
  if (state.checkpoint !== null && !(await isSignedBy(state.checkpoint, signer))) throw new LogFault('key')
  const head = await findNewestHead(options, state, signer)
  const edge = await readEdge(db, state.signed_size)
  const signed = state.checkpoint === null ? undefined : await readHead(state.checkpoint, signer)
  if (signed && !computeRoot(edge).equals(signed.root)) throw new LogFault('root', edge.size)

  const from = edge.size
  const { entries, tiles } = await findEntriesTo(head, { db, digest, edge, state, copy })
  const note = await signNote(
    formatCheckpoint({ origin: signer.key.name, size: head.size, root: new Uint8Array(head.root) }),
    signer,
  )
  return await db.transaction().execute(async (trx) => {
    const lockedState = await lockState(trx)
    if (lockedState.size !== state.size || lockedState.checkpoint !== state.checkpoint) {
      throw new CommandError('The log has changed meanwhile; try again. Nothing was changed.')
    }
    const { lost, reentered, size } = await replaceEntries(trx, {
      from,
      entries,
      size: lockedState.size,
      digest,
      at: now(),
    })
    const bringBackResult = former ? await bringBack(trx, { former, digest, lost, at: now() }) : undefined
    const { returned, unknown } = bringBackResult ?? { returned: [], unknown: lost.count > 0 ? [lost] : [] }
    await storeTiles(trx, tiles)
    const name = `补回 ${lost.count} 条，找回证书 ${returned.length} 份，另有 ${reentered.length} 份重新入册`
    const subject = { kind: 'log', id: signer.key.name, name, changes: [] }
    await appendAudit(trx, { now, digest }, makeOperatorFact({ action: 'log.recover', subject }))
    await options.markStore.replace(LOG_MARK, head.size, note)
    await trx
      .updateTable('log_state')
      .set({ origin: signer.key.name, size, signed_size: head.size, checkpoint: note, cosignatures: '' })
      .set({ signed_at: now(), stopped: null })
      .where('id', '=', 1)
      .execute()
    return { size: head.size, folder: former?.folder, lost, returned, unknown, reentered }
  })
}

const NO_LOG = 'There is no log yet. Nothing was changed.'

/** Describes the next command where nothing but the database says what was published. Only the operator knows more. */
const formatChoice = ({ signed_size, signed_at }: LogState) =>
  [
    'There is no mark of the public log (log.mark), as after a restore into a new bucket or folder. Nothing was changed.',
    `The newest checkpoint in the database has ${signed_size} entries and is of ${new Date(signed_at ?? 0).toISOString()}.`,
    'If nothing was published, corrected or withdrawn after it, e.g. the site was stopped before the backup, run this command again with',
    '  --trust-database',
    'Otherwise with a copy of the log that is newer, such as `log:check --keep`, an auditor or a witness has:',
    '  --from URL|FOLDER',
    'Without such a copy later entries are lost: --trust-database leaves them out, and every browser that saw them warns its visitor.',
  ].join('\n')

/** Treats a source with a fault as missing. */
function ignoreLogFault(error: unknown): undefined {
  if (!(error instanceof LogFault)) throw error
}

/**
 * Finds the newest checkpoint.
 * @throws CommandError for two roots of one size, or when no source has the newest checkpoint
 */
async function findNewestHead(
  { markStore, copy, trustsDatabase }: RecoveryOptions,
  state: LogState,
  signer: NoteSigner,
): Promise<Head> {
  const mark = await readMark(markStore).catch(ignoreLogFault)
  const published = await copy?.readCheckpoint()
  if (!mark && published === undefined && !trustsDatabase) {
    throw new CommandError(state.checkpoint === null ? NO_LOG : formatChoice(state))
  }
  const notes = [mark?.note, published, state.checkpoint ?? undefined].filter((note) => note !== undefined)
  const heads = await Promise.all(notes.map((note) => readHead(note, signer)))
  const newest = heads.toSorted((one, other) => other.size - one.size)[0]
  if (!newest) throw new CommandError(NO_LOG)
  if (heads.some(({ size, root }) => size === newest.size && !Buffer.from(root).equals(newest.root))) {
    throw new CommandError(
      `There are two checkpoints of ${newest.size} entries with different roots. Nothing was changed.`,
    )
  }
  return newest
}

async function readHead(text: string, { key }: NoteSigner): Promise<Head> {
  const note = readNote(text)
  const checkpoint = note && readCheckpoint(note.text)
  if (!checkpoint || checkpoint.origin !== key.name || (await checkSignature(note, key)) !== 'right') {
    throw new CommandError('A checkpoint is not signed with the key of this log. Nothing was changed.')
  }
  return checkpoint
}

interface Sources {
  db: Db
  digest: Digest
  edge: Edge
  state: LogState
  copy: LogCopy | undefined
}

/**
 * Finds the entries after the edge that lead to a checkpoint, in the database or else in the copy.
 * @throws CommandError when neither has them
 */
async function findEntriesTo(
  head: Head,
  { db, digest, edge, state, copy }: Sources,
): Promise<{ entries: Buffer[]; tiles: FullTile[] }> {
  if (head.size <= state.size) {
    const span = { from: edge.size, count: head.size - edge.size }
    const checked = await readNewEntries(db, digest, span).catch(ignoreLogFault)
    const entries = checked?.map(({ bytes }) => bytes)
    const tiles = entries && computeTiles(head, edge, entries)
    if (entries && tiles) return { entries, tiles }
  }
  if (!copy) {
    throw new CommandError(
      `The database does not lead to the checkpoint of ${head.size} entries: give --from URL|FOLDER. Nothing was changed.`,
    )
  }
  const entries = await readCopy(copy, edge.size, head.size)
  const tiles = computeTiles(head, edge, entries)
  if (!tiles) {
    throw new CommandError(
      `The entries of the copy do not lead to the checkpoint of ${head.size} entries. Nothing was changed.`,
    )
  }
  return { entries, tiles }
}

/** Computes the tiles that entries fill; `undefined` when they do not lead to the root. */
function computeTiles(head: Head, from: Edge, entries: readonly Buffer[]): FullTile[] | undefined {
  const edge = { size: from.size, levels: from.levels.map((level) => [...level]) }
  const tiles = entries.flatMap((entry) => addLeaf(edge, hashLeaf(entry)))
  return edge.size === head.size && computeRoot(edge).equals(head.root) ? tiles : undefined
}

async function readCopy(copy: LogCopy, from: number, to: number): Promise<Buffer[]> {
  const entries: Buffer[] = []
  const first = Math.floor(from / TILE_WIDTH)
  for (let index = first; index * TILE_WIDTH < to; index += 1) {
    entries.push(...(await copy.readBundle(index, computeTileWidth(to, 'entries', index))))
  }
  return entries.slice(from - first * TILE_WIDTH)
}
