import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { BatchEntry } from './batch-rows.ts'
import type { BatchChanges } from './batch-state.ts'
import type { ReadingThread } from './reading/reading-thread.ts'

/** What the work on a batch needs. */
export interface BatchWork {
  db: Db
  digest: Digest
  folder: string
  now: () => number
  reading: Pick<ReadingThread, 'run'>
  /** @throws JobLost when the batch was cancelled, or begun anew */
  update(batch: BatchEntry, changes: BatchChanges): Promise<void>
  /** Does a piece of work in a transaction with the changes. @throws JobLost as above */
  step(batch: BatchEntry, changes: BatchChanges, work: (trx: Db) => Promise<void>): Promise<void>
}
