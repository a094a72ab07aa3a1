import { setImmediate } from 'node:timers/promises'
import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'
import type { Db } from '#db/open.ts'
import type { Digest } from '#instance-secret.ts'
import { readNewEntries } from './entry-check.ts'
import { addLeaf, type Edge, rootOf } from './log-edge.ts'
import { LogFault } from './log-fault.ts'
import { leafOf } from './log-hashing.ts'
import { readLogState } from './log-signer.ts'

const CHUNK = 1000

/**
 * Rebuilds the whole log from its entries and their records: a database that was moved must have all of them.
 * @param db may give numbers as text, as the copy to PostgreSQL does
 * @throws LogFault when an entry is missing or another one, or entries do not lead to the signed root
 */
export async function checkStoredLog(db: Db, digest: Digest): Promise<void> {
  const { size, signed_size, checkpoint } = await readLogState(db)
  const edge: Edge = { size: 0, levels: [] }
  await extend(db, digest, edge, Number(signed_size))
  const signed = readCheckpoint(readNote(checkpoint ?? '')?.text ?? '')
  const isRight = signed?.size === edge.size && rootOf(edge).equals(signed.root)
  if (checkpoint !== null && !isRight) throw new LogFault('root', edge.size)
  await extend(db, digest, edge, Number(size))
}

async function extend(db: Db, digest: Digest, edge: Edge, size: number): Promise<void> {
  while (edge.size < size) {
    const count = Math.min(CHUNK, size - edge.size)
    for (const entry of await readNewEntries(db, digest, { from: edge.size, count })) {
      addLeaf(edge, leafOf(entry))
    }
    await setImmediate()
  }
}
