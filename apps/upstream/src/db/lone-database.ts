import { closeSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const WAIT_MS = 500
const HEAD = 'SQLite format 3\0'
/** SQLite's own numbers. */
const BUSY = 5
const DAMAGED = [11, 26]

/** Whether an error of SQLite says that the file is none of its own, or broken. */
export function isDamage(error: unknown): boolean {
  return DAMAGED.includes(Number((error as { errcode?: number }).errcode))
}

function startsWell(file: string): boolean {
  const handle = openSync(file, 'r')
  try {
    const head = Buffer.alloc(HEAD.length)
    return readSync(handle, head) === HEAD.length && head.toString('latin1') === HEAD
  } finally {
    closeSync(handle)
  }
}

export interface LoneDatabase {
  database: DatabaseSync
  release(): void
}

/** `in use`: a process has it open. `unreadable`: it is no sound database, so that nobody can be asked. */
export type Refusal = 'in use' | 'unreadable'

/**
 * Takes an SQLite file for oneself alone. A process that has it open, idle or not, holds a lock of the operating system
 * on it, which ends with the process however it ends: leaving the write-ahead log needs every one of these locks. So
 * nothing has to be written down about who runs, and nothing written down can be wrong. While it is held no log lies
 * beside the file and whoever opens it waits.
 */
export function takeAlone(file: string): LoneDatabase | Refusal {
  // Opened, it would lose the log that lies beside it.
  if (!startsWell(file)) return 'unreadable'
  const database = new DatabaseSync(file, { timeout: WAIT_MS })
  try {
    database.exec('pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === BUSY) return 'in use'
    if (isDamage(error)) return 'unreadable'
    throw error
  }
  return {
    database,
    release() {
      database.exec('rollback')
      database.close()
    },
  }
}
