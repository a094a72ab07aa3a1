import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '@portal/contract/constants.ts'

/** Prefix of partial files. They are never served, because no served name begins with a dot. */
const UNFINISHED = '.unfinished-'

export interface FileStore {
  /** Stores a file. @param ending without the dot @returns its random name */
  save(bytes: Buffer, ending: string): Promise<string>
  /** Deletes partial files of killed processes. */
  sweep(): Promise<void>
}

/**
 * Stores uploaded files in one folder. Each is written under a temporary name, flushed and renamed, so that it exists
 * completely or not at all.
 */
export function createFileStore(folder: string, now: () => number): FileStore {
  return {
    async save(bytes, ending) {
      const name = `${randomBytes(16).toString('hex')}.${ending}`
      const unfinished = join(folder, UNFINISHED + name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        const file = await open(unfinished, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, join(folder, name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      return name
    },

    async sweep() {
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((one) => one.startsWith(UNFINISHED))) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (found && now() - found.mtimeMs > HOUR_MS) await rm(join(folder, name), { force: true })
      }
    },
  }
}
