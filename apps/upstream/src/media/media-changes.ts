import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import {
  mediaFileGone,
  mediaMissing,
  mediaOtherKind,
  mediaSameContent,
  mediaTotalUsedUp,
  mediaUnreplaceable,
  mediaUsed,
  mediaUsesUncounted,
  savedMeanwhile,
} from '#platform/errors.ts'
import type { TakenFile } from './media-intake.ts'
import { readFiles, readItem, readUses, sumMediaBytes } from './media-list.ts'
import { findChangedUses } from './media-uses.ts'

type MediaRow = Selectable<Tables['media']>

interface Step {
  trx: Db
  userId: string
  nowMs: number
}
interface StoringStep extends Step {
  /** Bytes that all files may have together. */
  totalBytes: number
}

const ASCII_MAX = 35
/** Titles in a refusal. */
const TITLES_MAX = 3
/** Changed texts whose uses are found within a call. */
const SCANNED_MAX = 1000

/** Makes the last part of an address: ASCII, with the ending of the stored file. */
function toAddressName(name: string, file: string): string {
  const plain = name
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, ASCII_MAX)
    .replace(/^-+|-+$/g, '')
  const [, ending = ''] = file.split('.')
  return `${plain || (ending === 'pdf' ? 'file' : 'picture')}.${ending}`
}

/** Finds the file with this content that is not deleted. */
export async function findSameContent(db: Db, sha256: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
    .orderBy('at')
    .executeTakeFirst()
  return row?.id
}

/** @throws AppError when the storage is full */
async function requireSpace({ trx, totalBytes }: StoringStep, bytes: number): Promise<void> {
  if ((await sumMediaBytes(trx)) + bytes > totalBytes) throw mediaTotalUsedUp(totalBytes)
}

export async function addMedia(step: StoringStep, taken: TakenFile): Promise<string> {
  await requireSpace(step, taken.bytes)
  const { trx, userId, nowMs } = step
  const id = taken.file.slice(0, 32)
  const words = { alt: '', is_decorative: 0, source: '' }
  const times = { by_id: userId, at: nowMs, file_by_id: userId, file_at: nowMs }
  await trx
    .insertInto('media')
    .values({
      ...taken,
      id,
      address_name: toAddressName(taken.name, taken.file),
      ...words,
      ...times,
      revision: 1,
      version: 1,
      deleted_at: null,
    })
    .execute()
  return id
}

/**
 * Locks a file of the library, and gives it a new version.
 * @param version `null`: any
 * @throws AppError when there is none, or 409 when it has another version
 */
export async function lockMedia({ trx, nowMs }: Step, id: string, version: number | null): Promise<MediaRow> {
  const row = await trx
    .updateTable('media')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw mediaMissing()
  if (version !== null && row.version !== version + 1) {
    throw savedMeanwhile({ ...(await readItem(trx, id, nowMs)), version: row.version - 1 })
  }
  return row
}

/** Replaces the file of a row, and keeps the one before. */
async function setFile(
  { trx, userId, nowMs }: Step,
  row: MediaRow,
  file: Omit<TakenFile, 'name' | 'kind'>,
): Promise<void> {
  const { id, revision, file: name, bytes, width, height, pages, sha256, file_by_id, file_at } = row
  const before = { media_id: id, revision, file: name, bytes, width, height, pages, sha256 }
  await trx
    .insertInto('media_files')
    .values({ ...before, by_id: file_by_id, at: file_at, replaced_at: nowMs })
    .execute()
  await trx
    .updateTable('media')
    .set({ ...file, file_by_id: userId, file_at: nowMs, revision: revision + 1 })
    .where('id', '=', id)
    .execute()
}

/** @throws AppError for an older upload, a file of another kind, and the same content */
export async function replaceFile(
  step: StoringStep,
  row: MediaRow,
  { kind, name: _name, ...file }: TakenFile,
): Promise<void> {
  if (row.deleted_at !== null) throw mediaMissing()
  if (row.address_name === null) throw mediaUnreplaceable()
  if (row.kind !== kind) throw mediaOtherKind()
  if (row.sha256 === file.sha256) throw mediaSameContent()
  await requireSpace(step, file.bytes)
  await setFile(step, row, file)
}

/** Restores an earlier file. @returns its SHA-256 @throws AppError when it is gone */
export async function restoreFile(step: Step, row: MediaRow, revision: number): Promise<string> {
  const { trx, nowMs } = step
  const isKept = (await readFiles(trx, row.id, nowMs)).some((file) => file.revision === revision)
  if (row.deleted_at !== null || !isKept) throw mediaFileGone()
  const restored = await trx
    .deleteFrom('media_files')
    .where('media_id', '=', row.id)
    .where('revision', '=', revision)
    .returning(['file', 'bytes', 'width', 'height', 'pages', 'sha256'])
    .executeTakeFirstOrThrow()
  await setFile(step, row, restored)
  return restored.sha256
}

/** Puts a file into the recycle bin. @throws AppError when something uses it */
export async function binMedia({ trx, nowMs }: Step, row: MediaRow): Promise<void> {
  if (row.deleted_at !== null) throw mediaMissing()
  if (await findChangedUses(trx, SCANNED_MAX)) throw mediaUsesUncounted()
  const uses = await readUses(trx, row.id, nowMs)
  if (uses.length > 0) {
    const titles = [...new Set(uses.map(({ title }) => title))]
    throw mediaUsed(titles.slice(0, TITLES_MAX), Math.max(0, titles.length - TITLES_MAX))
  }
  await trx.updateTable('media').set({ deleted_at: nowMs }).where('id', '=', row.id).execute()
}
