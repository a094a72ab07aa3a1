import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '@portal/contract/constants.ts'

/** Form of the names of stored files; those that are no pictures have no ending. */
const NAME = /^[0-9a-f]{32}(?:\.[a-z]{3,4})?$/

/**
 * Deletes stored files that no row names.
 * @param readRows reads the names of all files of the folder; not called for an empty folder
 */
export async function removeUnnamed(folder: string, readRows: () => Promise<{ name: string }[]>, at: number) {
  const files = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name))
  if (files.length === 0) return
  const namedFiles = new Set((await readRows()).map(({ name }) => name))
  for (const name of files.filter((file) => !namedFiles.has(file))) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    // A younger file may not have its row yet.
    if (found && at - found.mtimeMs > HOUR_MS) await rm(path, { force: true })
  }
}
