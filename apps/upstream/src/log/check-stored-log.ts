import { setImmediate } from 'node:timers/promises'
import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { readNewEntries } from './entry-check.ts'
import { addLeaf, computeRoot, type Edge } from './log-edge.ts'
import { LogFault } from './log-fault.ts'
import { hashLeaf } from './log-hashing.ts'
import { readLogState } from './log-signer.ts'

const CHUNK = 500

/**
 * Rebuilds the whole log from its entries and their records, to check that a moved database has all of them.
 * @param db may return numbers as text, as the copy to PostgreSQL does
 * @throws LogFault when an entry is missing or differs, or entries do not lead to the signed root
 */
export async function checkStoredLog(db: Db, digest: Digest): Promise<void> {
  const { size, signed_size, checkpoint } = await readLogState(db)
  const edge: Edge = { size: 0, levels: [] }
  await addEntries(db, digest, edge, Number(signed_size))
  if (checkpoint !== null) checkRoot(edge, checkpoint)
  await addEntries(db, digest, edge, Number(size))
}

/** Adds the entries up to a size to the edge, in chunks. @throws LogFault when one is missing or differs */
async function addEntries(db: Db, digest: Digest, edge: Edge, size: number): Promise<void> {
  while (edge.size < size) {
    const entries = await readNewEntries(db, digest, { from: edge.size, count: Math.min(CHUNK, size - edge.size) })
    for (const { bytes } of entries) addLeaf(edge, hashLeaf(bytes))
    await setImmediate()
  }
}

/** @throws LogFault when the edge does not have the root of the checkpoint */
export function checkRoot(edge: Edge, checkpoint: string): void {
  const signed = readCheckpoint(readNote(checkpoint)?.text ?? '')
  if (signed?.size !== edge.size || !computeRoot(edge).equals(signed.root)) throw new LogFault('root', edge.size)
}
