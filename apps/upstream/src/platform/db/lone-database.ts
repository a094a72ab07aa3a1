import { closeSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const WAIT_MS = 500
const HEAD = 'SQLite format 3\0'
/** Error codes of SQLite. */
const BUSY = 5
const DAMAGED = [11, 26]

/** Returns whether an SQLite error means that the file is no database, or is damaged. */
export function isDamage(error: unknown): boolean {
  return DAMAGED.includes(Number((error as { errcode?: number }).errcode))
}

function hasDatabaseHeader(file: string): boolean {
  const handle = openSync(file, 'r')
  try {
    const head = Buffer.alloc(HEAD.length)
    return readSync(handle, head) === HEAD.length && head.toString('latin1') === HEAD
  } finally {
    closeSync(handle)
  }
}

export interface LockedDatabase {
  database: DatabaseSync
  release(): void
}

/** `in use`: a process has it open. `unreadable`: no valid database. */
export type Refusal = 'in use' | 'unreadable'

/**
 * Takes an exclusive lock on an SQLite file. Each process that has opened the file holds a lock of the operating
 * system, which ends with the process, and the end of the write-ahead log mode needs all of them. So no PID file is
 * needed, which could be wrong. While the lock is held there is no log file, and other processes wait.
 */
export function lockExclusively(file: string): LockedDatabase | Refusal {
  // Opening such a file would discard the log beside it.
  if (!hasDatabaseHeader(file)) return 'unreadable'
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
