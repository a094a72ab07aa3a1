import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file that only this user can read, completely or not at all. It is flushed to the disk on return. */
export async function writeWholeFile(target: string, content: string): Promise<void> {
  const folderPath = dirname(target)
  await mkdir(folderPath, { recursive: true, mode: 0o700 })
  const temporaryFile = `${target}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    const file = await open(temporaryFile, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporaryFile, target)
  } catch (error) {
    await rm(temporaryFile, { force: true })
    throw error
  }
  // Windows cannot open folders; its file systems store the name together with the file.
  if (process.platform === 'win32') return
  const folder = await open(folderPath, 'r')
  await folder.sync().finally(() => folder.close())
}
