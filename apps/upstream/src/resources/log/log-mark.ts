import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'
import { LogFault } from './log-fault.ts'

/**
 * The newest checkpoint that was ever signed, beside the key, outside database and backups: a restored database never signs a second
 * root of one size.
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

/** @throws LogFault when the file cannot be read as a signed note */
export async function readMark(dataDir: string): Promise<Mark | undefined> {
  const note = await readFile(join(dataDir, MARK_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (note === undefined) return undefined
  const mark = markOf(note)
  if (!mark) throw new LogFault('noMark')
  return mark
}

/** What a note says, without checking its signature. */
function markOf(note: string): Mark | undefined {
  const read = readNote(note)
  const checkpoint = read && readCheckpoint(read.text)
  return checkpoint && { ...checkpoint, note }
}

/** On disk when it returns: whole or not at all. */
export async function writeMark(dataDir: string, note: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const target = join(dataDir, MARK_FILE)
  const fresh = `${target}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    const file = await open(fresh, 'wx', 0o600)
    try {
      await file.writeFile(note)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(fresh, target)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
  // Windows opens no folders; its file systems write the name with the file.
  if (process.platform === 'win32') return
  const folder = await open(dataDir, 'r')
  await folder.sync().finally(() => folder.close())
}
