import { copyFileSync, existsSync } from 'node:fs'
import { Kysely } from 'kysely'
import { createNodeSqliteDialect } from '#platform/db/node-sqlite.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

/** A SQLite database that is copied after each statement. */
export interface InterruptedDatabase {
  db: Db
  /** Copies after each statement since this call, in order: what a process that is killed there leaves behind. */
  startCopies(): void
  /** Paths of the copies, each of which is a whole database. */
  copies: readonly string[]
  close(): Promise<void>
}

/**
 * Opens a SQLite file so that a test sees what a process leaves that is killed after any statement. A killed process leaves
 * its files as they are at that moment, and SQLite writes them in the thread of the statement.
 */
export function openInterrupted(file: string): InterruptedDatabase {
  const copies: string[] = []
  let isCopying = false
  const db = new Kysely<Tables>({
    dialect: createNodeSqliteDialect(file),
    log() {
      if (isCopying) copies.push(copyDatabase(file, `${file}.${copies.length + 1}`))
    },
  })
  const startCopies = () => {
    isCopying = true
  }
  return { db, startCopies, copies, close: () => db.destroy() }
}

function copyDatabase(file: string, copy: string): string {
  copyFileSync(file, copy)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  return copy
}
