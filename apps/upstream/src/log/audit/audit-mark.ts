import type { MarkStore } from '#platform/files/mark-store.ts'

/** Name of the mark, outside database and backups. A truncated log, or the one of an older backup, does not continue it. */
const AUDIT_MARK = 'audit.mark'

/** The newest entry that was checked. */
export interface AuditMark {
  /** Number of entries up to this one. */
  entries: number
  id: number
  hash: string
}

/** Reads the mark. @returns `undefined` when there is none, `null` when it is no valid mark @throws StorageFault */
export async function readAuditMark(marks: MarkStore): Promise<AuditMark | null | undefined> {
  const text = await marks.read(AUDIT_MARK)
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

/** Moves the mark, also back, for operators only. @throws StorageFault */
export async function replaceAuditMark(marks: MarkStore, mark: AuditMark): Promise<void> {
  await marks.replace(AUDIT_MARK, mark.entries, formatMark(mark))
}

/** Advances the mark. One that is invalid, or further, stays as it is. @throws StorageFault */
export async function advanceAuditMark(marks: MarkStore, mark: AuditMark): Promise<void> {
  const before = await readAuditMark(marks)
  if (before === null || (before && before.entries >= mark.entries)) return
  await marks.advance(AUDIT_MARK, mark.entries, formatMark(mark))
}

const formatMark = (mark: AuditMark) => `${JSON.stringify(mark)}\n`
