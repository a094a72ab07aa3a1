import type { BatchState } from '@portal/contract/certificates/desk/batch-rules.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import type { ImportState } from '@portal/contract/site/import-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { readFileMark } from './claim-files.ts'
import type { FileStore } from './file-store.ts'

/** Ending of the texts that were read from the file of an import. */
export const STAGED = '.texts'

/** States of batches and imports whose file is read again. */
const READ_BATCHES: readonly (BatchState | 'ended')[] = ['asking', 'waiting', 'checking', 'ready', 'storing', 'listing']
const READ_IMPORTS: readonly ImportState[] = ['reading', 'ready', 'storing']

interface NamedFile {
  name: string
  /** False: the file may also be gone. */
  isNeeded: boolean
}

const toNeeded = ({ name }: { name: string }): NamedFile => ({ name, isNeeded: true })

/**
 * Reads which files rows name, by area. Of uploads these are the pictures of certificates and the library: texts name uploads
 * too (`NAMING_COLUMNS`), but people write those, so that a name there proves no stored file.
 */
export const READ_NAMED = {
  async uploads(db: Db): Promise<NamedFile[]> {
    const rows = await db
      .selectFrom('certificate_pictures')
      .select('name')
      .union(db.selectFrom('certificate_desk_pictures').select('name'))
      .union(db.selectFrom('media').select('file as name'))
      .union(db.selectFrom('media_files').select('file as name'))
      .execute()
    return rows.map(toNeeded)
  },
  reportPictures: async (db: Db) => (await db.selectFrom('report_pictures').select('name').execute()).map(toNeeded),
  ticketPictures: async (db: Db) => (await db.selectFrom('ticket_pictures').select('name').execute()).map(toNeeded),
  orderPictures: async (db: Db) => (await db.selectFrom('order_pictures').select('name').execute()).map(toNeeded),
  rawRecords: async (db: Db) =>
    (await db.selectFrom('certificate_raw_records').select('id as name').execute()).map(toNeeded),
  async certificateImports(db: Db): Promise<NamedFile[]> {
    const rows = await db.selectFrom('certificate_batches').select(['file', 'state']).execute()
    return rows.map(({ file, state }) => ({ name: file, isNeeded: READ_BATCHES.includes(state) }))
  },
  async contentImports(db: Db): Promise<NamedFile[]> {
    const rows = await db.selectFrom('content_imports').select('file').where('state', 'in', READ_IMPORTS).execute()
    return rows.flatMap(({ file }) => [
      { name: file, isNeeded: true },
      { name: file + STAGED, isNeeded: false },
    ])
  },
  async instance(db: Db): Promise<NamedFile[]> {
    const name = await readFileMark(db)
    return name === undefined ? [] : [{ name, isNeeded: true }]
  },
}

/** Area whose files are named by rows. */
export type NamedArea = keyof typeof READ_NAMED
export const NAMED_AREAS = Object.keys(READ_NAMED) as NamedArea[]

interface Options {
  db: Db
  store: FileStore
  now: () => number
}

/** Age from which a file without a row is deleted, ms: the row of a younger one may just be stored. */
const UNNAMED_MS = 1 * HOUR_MS

/** Finds stored files that no row names. Reads rows only when a file is old enough. */
export async function findUnnamed(area: Exclude<NamedArea, 'uploads'>, { db, store, now }: Options): Promise<string[]> {
  const old: string[] = []
  for await (const { name, storedAtMs } of store.list()) if (now() - storedAtMs > UNNAMED_MS) old.push(name)
  if (old.length === 0) return []
  const named = new Set((await READ_NAMED[area](db)).map(({ name }) => name))
  return old.filter((name) => !named.has(name))
}

/** Deletes stored files that no row names. */
export async function deleteUnnamed(area: Exclude<NamedArea, 'uploads'>, options: Options): Promise<void> {
  for (const name of await findUnnamed(area, options)) await options.store.delete(name)
}
