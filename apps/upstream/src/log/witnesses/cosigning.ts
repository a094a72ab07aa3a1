import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { checkCosignature } from '@portal/contract/tlog/cosignatures.ts'
import { isEqual, webSha256 } from '@portal/contract/tlog/hashing.ts'
import { formatSignatureLine, readNote, type VerifierKey } from '@portal/contract/tlog/signed-notes.ts'
import { createTree, type ReadTile, type Tree } from '@portal/contract/tlog/tree.ts'
import type { Db } from '#platform/db/open.ts'
import { requestCosignature, WitnessFailure } from './ask-witness.ts'
import type { Witness } from './witness.ts'

/** Interval of requests to a witness, by one of all instances. */
const ASK_MS = 1 * MINUTE_MS
/** Time after which a cosignature of an unchanged checkpoint is renewed, because it states when the log was seen. */
const FRESH_MS = 1 * HOUR_MS

export interface CosigningOptions {
  db: Db
  witnesses: readonly Witness[]
  /** Reads a tile of the log itself. */
  readTile: ReadTile
  now: () => number
  /** Called when a witness begins to fail, or works again (`failure: null`). */
  onChange: (witness: Witness, failure: string | null) => void
  /** Called with an error of this server. */
  onError: (error: Error) => void
}

/** The newest checkpoint. */
interface SignedCheckpoint {
  size: number
  /** The signed note. */
  note: string
  /** Lines of witnesses. */
  cosignatures: string
}

/** Sends the newest checkpoint to the witnesses, and stores their lines with it. */
export function createCosigning(options: CosigningOptions) {
  const { db, witnesses, readTile, now, onChange, onError } = options
  const ending = new AbortController()
  let last: Promise<unknown> = Promise.resolve()

  async function pass(): Promise<void> {
    const signed = await readSigned(db)
    if (!signed) return
    const tree = createTree(webSha256, signed.size, readTile)
    await Promise.all(witnesses.map((witness) => cosignWith(witness, signed, tree).catch(onError)))
  }

  async function cosignWith(witness: Witness, signed: SignedCheckpoint, tree: Tree): Promise<void> {
    if (await isFresh(witness, signed, now())) return
    const before = await claim(witness.key)
    if (!before) return
    try {
      const line = await obtainLine(witness, signed, tree, Math.min(before.size, signed.size), ending.signal)
      await storeLine(db, witness, signed, line)
      await note(witness.key, { size: signed.size, cosigned_at: now(), failure: null })
      if (before.failure !== null) onChange(witness, null)
    } catch (error) {
      if (!(error instanceof WitnessFailure)) throw error
      if (ending.signal.aborted) return
      await note(witness.key, { failure: error.message })
      if (before.failure === null) onChange(witness, error.message)
    }
  }

  /** Claims the next request. @returns the stored state of the witness; `undefined` when one was sent within the minute */
  async function claim(key: string): Promise<{ size: number; failure: string | null } | undefined> {
    const at = now()
    // A clock that went back must not prevent a request.
    const isDue = (askedAt: number) => askedAt <= at - ASK_MS || askedAt > at
    const row = await db.selectFrom('log_witnesses').selectAll().where('key', '=', key).executeTakeFirst()
    if (row && !isDue(row.requested_at)) return undefined
    if (!row) {
      const newRow = { key, size: 0, requested_at: at, cosigned_at: null, failure: null }
      const { numInsertedOrUpdatedRows: insertedRows } = await db
        .insertInto('log_witnesses')
        .values(newRow)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return insertedRows === 1n ? newRow : undefined
    }
    const { numUpdatedRows: updatedRows } = await db
      .updateTable('log_witnesses')
      .set({ requested_at: at })
      .where('key', '=', key)
      .where('requested_at', '=', row.requested_at)
      .executeTakeFirstOrThrow()
    return updatedRows === 1n ? row : undefined
  }

  async function note(key: string, found: { size?: number; cosigned_at?: number; failure: string | null }) {
    await db.updateTable('log_witnesses').set(found).where('key', '=', key).execute()
  }

  return {
    /** Runs one pass after the other. Never rejects: a witness that cannot be reached must not affect the log. */
    async cosign(): Promise<void> {
      const currentPass = last.then(pass).catch(onError)
      last = currentPass
      await currentPass
    },
    /** Cancels the running requests. */
    async close(): Promise<void> {
      ending.abort()
      await last
    },
  }
}

async function readSigned(db: Db): Promise<SignedCheckpoint | undefined> {
  const { checkpoint, cosignatures, signed_size, stopped } = await db
    .selectFrom('log_state')
    .select(['checkpoint', 'cosignatures', 'signed_size', 'stopped'])
    .executeTakeFirstOrThrow()
  if (checkpoint === null || signed_size === 0 || stopped !== null) return undefined
  return { size: signed_size, note: checkpoint, cosignatures }
}

async function isFresh(
  { verifier }: Witness,
  { note, cosignatures }: SignedCheckpoint,
  nowMs: number,
): Promise<boolean> {
  const cosigned = readNote(note + cosignatures)
  if (!cosigned) return false
  const { check, timeS } = await checkCosignature(cosigned, verifier)
  return check === 'right' && Math.abs(nowMs - timeS * SECOND_MS) < FRESH_MS
}

/** Obtains the line of a witness. @throws WitnessFailure when it does not cosign */
async function obtainLine(
  witness: Witness,
  { size, note }: SignedCheckpoint,
  tree: Tree,
  known: number,
  signal: AbortSignal,
): Promise<string> {
  let oldSize = known
  for (let tries = 2; tries > 0; tries -= 1) {
    const proof = oldSize === 0 ? [] : await tree.consistencyProof(oldSize)
    const answer = await requestCosignature(witness, { oldSize, proof, checkpoint: note }, signal)
    if ('line' in answer) return answer.line
    oldSize = answer.size
    if (oldSize > size)
      throw new WitnessFailure(`it has cosigned ${oldSize} entries, more than the ${size} of this log`)
  }
  throw new WitnessFailure(`it names another size than it has cosigned: ${oldSize}`)
}

/**
 * Stores the line only with the checkpoint that it belongs to, because another instance may have signed a newer one.
 */
async function storeLine(db: Db, { verifier }: Witness, { note }: SignedCheckpoint, line: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const state = await trx
      .updateTable('log_state')
      .set((eb) => ({ size: eb.ref('size') }))
      .where('checkpoint', '=', note)
      .returning(['cosignatures'])
      .executeTakeFirst()
    if (!state) return
    await trx
      .updateTable('log_state')
      .set({ cosignatures: replaceLine(state.cosignatures, verifier, line) })
      .execute()
  })
}

/** Replaces the line of a key. @param lines of a note, each with its line feed */
function replaceLine(lines: string, { name, id }: VerifierKey, line: string): string {
  const otherSignatures = readNote(`\n\n${lines}`)?.signatures.filter(
    (other) => other.name !== name || !isEqual(other.id, id),
  )
  return (otherSignatures ?? []).map((other) => formatSignatureLine(other, other.bytes)).join('') + line
}
