import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/** Maximum attempts, because the log restarts only when there was no write meanwhile. */
const TRIES_MAX = 20
/** Length of the log, in pages of 4 KiB, from which it is restarted while writers wait. */
const PAGES_MAX = 16_384
const BUSY_TIMEOUT_MS = 5000

/** Pages in the log, and those of them in the database file (sqlite.org/pragma.html#pragma_wal_checkpoint). */
interface Checkpoint {
  log: number
  checkpointed: number
}

const database = new DatabaseSync(workerData as string, { timeout: BUSY_TIMEOUT_MS })

function runCheckpoint(mode: 'passive' | 'restart'): Checkpoint {
  const { log, checkpointed } = database.prepare(`pragma wal_checkpoint(${mode})`).get() ?? {}
  return { log: Number(log), checkpointed: Number(checkpointed) }
}

try {
  let { log, checkpointed } = runCheckpoint('passive')
  for (let attempt = 1; checkpointed < log && attempt < TRIES_MAX; attempt += 1)
    ({ log, checkpointed } = runCheckpoint('passive'))
  if (checkpointed < log && log >= PAGES_MAX) runCheckpoint('restart')
} finally {
  database.close()
}
