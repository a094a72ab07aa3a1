import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Replaces a file as a whole: after a power cut it has the old content or the new one. The new one is on the disk when
 * this returns.
 * @throws Error of the file system; the old content is unchanged then
 */
export function replaceFile(file: string, content: string | Uint8Array): void {
  const fresh = `${file}.${process.pid}.new`
  try {
    const handle = openSync(fresh, 'w')
    try {
      writeFileSync(handle, content)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
  syncFolder(path.dirname(file))
}

/** Makes names in a folder durable. Windows cannot open folders, and does not need this. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
