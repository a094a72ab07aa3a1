import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'
import { writeWholeFile } from '#platform/files/write-whole-file.ts'
import { LogFault } from './log-fault.ts'

/**
 * File of the newest checkpoint that was ever signed, beside the key, outside database and backups. It prevents that a
 * restored database signs a second root of one size.
 */
export const MARK_FILE = 'log.mark'

export interface Mark {
  origin: string
  size: number
  root: Uint8Array
  /** The signed note. */
  note: string
}

export const hasMark = (dataDir: string): boolean => existsSync(join(dataDir, MARK_FILE))

/** Reads the mark. @throws LogFault when the file is no signed note */
export async function readMark(dataDir: string): Promise<Mark | undefined> {
  const note = await readFile(join(dataDir, MARK_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
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

/** Writes the mark to disk, completely or not at all. */
export async function writeMark(dataDir: string, note: string): Promise<void> {
  await writeWholeFile(join(dataDir, MARK_FILE), note)
}
