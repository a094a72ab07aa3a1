import { randomBytes } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { copyFile, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { checkFileName, type FileSource, type FileStore, type FoundFile, isFileName } from './file-store.ts'

/** Prefix of partial files. They are never served, because no name of a file begins with a dot. */
const UNFINISHED = '.unfinished-'

/**
 * Stores files in a folder. Each is written under a temporary name, flushed and renamed, so that it exists completely or
 * not at all. Links are not followed.
 */
export function createFolderStore(folder: string): FileStore {
  const getPath = (name: string) => {
    checkFileName(name)
    return join(folder, name)
  }

  async function openPlain(name: string) {
    try {
      const file = await open(getPath(name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
      const stats = await file.stat({ bigint: true })
      if (stats.isFile()) return { file, found: toFound(stats) }
      await file.close()
      return undefined
    } catch (error) {
      return ignoreMissing(error as NodeJS.ErrnoException)
    }
  }

  return {
    async put(name, source) {
      const path = getPath(name)
      const unfinished = join(folder, `${UNFINISHED}${randomBytes(8).toString('hex')}`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await write(unfinished, source)
        await rename(unfinished, path)
        await syncFolder(folder)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },

    async head(name) {
      const stats = await lstat(getPath(name), { bigint: true }).catch(ignoreMissing)
      return stats?.isFile() ? toFound(stats) : undefined
    },

    async get(name, range) {
      const opened = await openPlain(name)
      return opened && { ...opened.found, content: opened.file.createReadStream(range) }
    },

    async delete(name) {
      await rm(getPath(name), { force: true })
    },

    async *list() {
      for (const name of (await readdir(folder).catch(returnNone)).filter(isFileName)) {
        const stats = await lstat(join(folder, name), { bigint: true }).catch(ignoreMissing)
        if (!stats?.isFile()) continue
        const { bytes, storedAtMs } = toFound(stats)
        yield { name, bytes, storedAtMs }
      }
    },

    async usePath(name, use) {
      return (await this.head(name)) && (await use(getPath(name)))
    },
  }
}

/** Deletes partial files that killed processes have left in a folder. */
export async function deleteUnfinished(folder: string, nowMs: number): Promise<void> {
  for (const name of (await readdir(folder).catch(returnNone)).filter((one) => one.startsWith(UNFINISHED))) {
    const found = await lstat(join(folder, name)).catch(ignoreMissing)
    if (found && nowMs - found.mtimeMs > HOUR_MS) await rm(join(folder, name), { force: true })
  }
}

/** Writes a new file that only this user can read, and flushes it. */
async function write(path: string, source: FileSource): Promise<void> {
  if (!Buffer.isBuffer(source)) await moveFile(source.path, path)
  const file = await open(path, Buffer.isBuffer(source) ? 'wx' : 'r+', 0o600)
  try {
    if (Buffer.isBuffer(source)) await file.writeFile(source)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Moves a file, also from another file system. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to, constants.COPYFILE_EXCL)
    await rm(from)
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; its file systems store the name together with the file.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/** Every write to a file changes its ctime. */
const toFound = ({ ino, size, ctimeNs, mtimeNs }: BigIntStats): FoundFile => ({
  bytes: Number(size),
  storedAtMs: Number(mtimeNs / 1_000_000n),
  version: `${ino} ${size} ${ctimeNs}`,
})

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  // ELOOP: the file is a link, which this server never creates.
  if (error.code !== 'ENOENT' && error.code !== 'ELOOP') throw error
}

const returnNone = (error: NodeJS.ErrnoException): string[] => {
  ignoreMissing(error)
  return []
}
