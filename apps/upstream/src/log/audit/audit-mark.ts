import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#platform/db/open.ts'
import { writeWholeFile } from '#platform/files/write-whole-file.ts'

/**
 * File in `DATA_DIR`, outside database and backups. A truncated log, or the one of an older backup, does not continue
 * it.
 */
const AUDIT_MARK_FILE = 'audit.mark'

/** The newest entry that was checked. */
export interface AuditMark {
  /** Number of entries up to this one. */
  entries: number
  id: number
  hash: string
}

/** Reads the mark. @returns `undefined` without a file, `null` when it is no valid mark */
export async function readAuditMark(dataDir: string): Promise<AuditMark | null | undefined> {
  const text = await readFile(join(dataDir, AUDIT_MARK_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : parseMark(text)
}

function parseMark(text: string): AuditMark | null {
  try {
    const { entries, id, hash } = JSON.parse(text) as AuditMark
    return Number.isSafeInteger(entries) && Number.isSafeInteger(id) && typeof hash === 'string'
      ? { entries, id, hash }
      : null
  } catch {
    return null
  }
}

export async function writeAuditMark(dataDir: string, mark: AuditMark): Promise<void> {
  await writeWholeFile(join(dataDir, AUDIT_MARK_FILE), `${JSON.stringify(mark)}\n`)
}

/**
 * Advances the mark. It never goes back, even when other instances that share the folder have advanced it meanwhile.
 */
export async function advanceAuditMark(db: Db, dataDir: string, mark: AuditMark): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockAuditHead(trx)
    const before = await readAuditMark(dataDir)
    if (before === null || (before && before.entries >= mark.entries)) return
    await writeAuditMark(dataDir, mark)
  })
}

/** Locks the end of the log for the rest of a transaction. */
export async function lockAuditHead(trx: Db) {
  return await trx
    .updateTable('audit_head')
    .set((eb) => ({ entries: eb.ref('entries') }))
    .returningAll()
    .executeTakeFirstOrThrow()
}
