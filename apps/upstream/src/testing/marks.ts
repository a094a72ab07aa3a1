import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { createMarkStore } from '#platform/files/mark-store.ts'
import { AREAS } from '#platform/files/open-files.ts'

/** Opens the marks in a `DATA_DIR`. */
export const openMarks = (dataDir: string) => createMarkStore(createFolderStore(join(dataDir, AREAS.marks)), 0)

/** Returns the file of the newest mark. */
export function findMarkFile(dataDir: string, name: 'log.mark' | 'audit.mark'): string {
  const folder = join(dataDir, AREAS.marks)
  const newest = readdirSync(folder)
    .filter((file) => file.startsWith(name))
    .sort()
    .at(-1)
  if (!newest) throw new Error(`there is no ${name}`)
  return join(folder, newest)
}
