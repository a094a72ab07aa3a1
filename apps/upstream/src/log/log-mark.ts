import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'
import type { MarkStore } from '#platform/files/mark-store.ts'
import { LogFault } from './log-fault.ts'

/**
 * Name of the newest checkpoint that was ever signed, outside database and backups. It prevents that a restored database
 * signs a second root of one size.
 */
export const LOG_MARK = 'log.mark'

export interface Mark {
  origin: string
  size: number
  root: Uint8Array
  /** The signed note. */
  note: string
}

export const hasMark = async (marks: MarkStore): Promise<boolean> => (await marks.read(LOG_MARK)) !== undefined

/** Reads the mark. @throws LogFault when it is no signed note @throws StorageFault */
export async function readMark(marks: MarkStore): Promise<Mark | undefined> {
  const note = await marks.read(LOG_MARK)
  if (note === undefined) return undefined
  const mark = parseMark(note)
  if (!mark) throw new LogFault('noMark')
  return mark
}

/** Parses a note without checking its signature. */
function parseMark(note: string): Mark | undefined {
  const read = readNote(note)
  const checkpoint = read && readCheckpoint(read.text)
  return checkpoint && { ...checkpoint, note }
}
