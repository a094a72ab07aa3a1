import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import type { Config } from '#platform/config/config.ts'
import type { FileStore } from './file-store.ts'
import { createFolderStore, deleteUnfinished, ignoreMissing } from './folder-store.ts'
import { createMarkStore, type MarkStore, toMarkFile } from './mark-store.ts'
import { type Bucket, openBucket } from './s3-store.ts'

/** Where files are: a folder in `DATA_DIR`, or the first part of the keys in object storage. */
export const AREAS = {
  uploads: 'files',
  reportPictures: 'report-pictures',
  ticketPictures: 'ticket-pictures',
  orderPictures: 'order-pictures',
  rawRecords: 'raw-records',
  certificateImports: 'certificate-imports',
  contentImports: 'content-imports',
  marks: 'marks',
  instance: 'instance',
} as const

export type Area = keyof typeof AREAS

export interface Files extends Record<Area, FileStore> {
  /** The newest marks of the public log and of the audit log. */
  markStore: MarkStore
  /** Folder of this machine for uploads until they are stored, and for copies of stored files while they are read. */
  scratch: string
  /** Deletes what killed processes have left. */
  sweep(): Promise<void>
  close(): void
}

/** Folder in `DATA_DIR`. */
const SCRATCH = 'scratch'
/** Age from which something in it is deleted, ms: its process was killed. The longest work there takes minutes. */
const SCRATCH_MS = DAY_MS

/** Marks of earlier versions, which were files in `DATA_DIR`. */
const MARK_FILES = ['log.mark', 'audit.mark']
/** Time for which a mark in object storage is not read again while the database stays the same, ms. */
const REST_MS = MINUTE_MS

/** Moves marks of earlier versions, and those that an operator has put back there, into their store. */
async function takeOverMarks(dataDir: string, store: FileStore): Promise<void> {
  for (const name of MARK_FILES) {
    const path = join(dataDir, name)
    if (!existsSync(path)) continue
    const content = await readFile(path).catch(ignoreMissing)
    if (content) await store.put(toMarkFile(name, 0), content)
    await rm(path, { force: true })
  }
}

async function deleteOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Opens the stores of all areas: in object storage when it is configured, otherwise in `DATA_DIR`. */
export async function openFiles(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  now: () => number = Date.now,
): Promise<Files> {
  const scratch = join(dataDir, SCRATCH)
  const bucket: Bucket | null = s3 === null ? null : await openBucket(s3, scratch)
  const folders = Object.values(AREAS).map((area) => join(dataDir, area))
  const entries = Object.entries(AREAS).map(([name, area]) => [
    name,
    bucket?.createStore(area) ?? createFolderStore(join(dataDir, area)),
  ])
  const stores = Object.fromEntries(entries) as Record<Area, FileStore>
  await takeOverMarks(dataDir, stores.marks)
  return {
    ...stores,
    markStore: createMarkStore(stores.marks, bucket === null ? 0 : REST_MS),
    scratch,
    async sweep() {
      await deleteOld(scratch, now() - SCRATCH_MS)
      if (bucket === null) for (const folder of folders) await deleteUnfinished(folder, now())
    },
    close: () => bucket?.close(),
  }
}
