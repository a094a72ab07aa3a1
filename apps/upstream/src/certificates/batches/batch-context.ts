import type { Db } from '#platform/db/open.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { BatchEntry } from './batch-rows.ts'
import type { BatchChanges } from './batch-state.ts'
import type { ReadingThread } from './reading/reading-thread.ts'

/** What checking and storing a batch needs. */
export interface BatchContext {
  db: Db
  digest: Digest
  store: FileStore
  now: () => number
  reading: Pick<ReadingThread, 'run'>
  /** @throws JobLost when the batch was cancelled, or begun anew */
  update(batch: BatchEntry, changes: BatchChanges): Promise<void>
  /** Calls `run` in a transaction with the changes. @throws JobLost as above */
  step(batch: BatchEntry, changes: BatchChanges, run: (trx: Db) => Promise<void>): Promise<void>
}
