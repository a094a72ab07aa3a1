import { CommandError } from '#platform/commands/command-error.ts'
import type { Db } from '#platform/db/open.ts'
import { batchStorageUsedUp } from '#platform/errors.ts'
import type { BatchEntry } from './batch-rows.ts'

const GIB = 2 ** 30
/** Maximum size of files and checked rows, bytes. A million rows of ten short values take about 1 GiB. */
const BATCH_STORED_MAX = 2 * GIB
const ACCOUNT_STORED_MAX = 3 * GIB
const ALL_STORED_MAX = 20 * GIB

/** Bytes of a batch, of the other batches of its account, and of all other batches. */
interface UsedBytes {
  file: number
  rows: number
  account: number
  all: number
}

export type OtherBytes = Pick<UsedBytes, 'account' | 'all'>

async function sumBytes(db: Db, userId: string, butId: number): Promise<OtherBytes> {
  const sums = await db
    .selectFrom('certificate_batches')
    .select(['user_id', (eb) => eb.fn.sum(eb('file_bytes', '+', eb.ref('row_bytes'))).as('bytes')])
    .where('id', '!=', butId)
    .groupBy('user_id')
    .execute()
  const account = Number(sums.find(({ user_id }) => user_id === userId)?.bytes ?? 0)
  return { account, all: sums.reduce((all, { bytes }) => all + Number(bytes), 0) }
}

export const sumOtherBytes = (db: Db, { id, user_id }: BatchEntry) => sumBytes(db, user_id, id)

/** @throws AppError when nothing more may be uploaded */
export async function checkUploadRoom(db: Db, userId: string): Promise<void> {
  const refusal = checkUsedBytes({ ...(await sumBytes(db, userId, 0)), file: 0, rows: 0 })
  if (refusal) throw batchStorageUsedUp(refusal)
}

/** @throws CommandError when a batch would exceed its share of the storage */
export function checkStorage(used: UsedBytes): void {
  const refusal = checkUsedBytes(used)
  if (refusal) throw new CommandError(refusal)
}

/** @throws AppError when the fixed cells of a batch would exceed its storage */
export async function checkFixedSize(db: Db, batch: BatchEntry): Promise<void> {
  const { file_bytes: file, row_bytes: rows } = batch
  const refusal = checkUsedBytes({ ...(await sumOtherBytes(db, batch)), file, rows })
  if (refusal) throw batchStorageUsedUp(refusal)
}

function checkUsedBytes({ file, rows, account, all }: UsedBytes): string | null {
  const batch = file + rows
  if (batch > BATCH_STORED_MAX) return '这个文件的内容占用的空间超过 2 GB，请分成几个文件'
  if (batch + account >= ACCOUNT_STORED_MAX) return '您的导入文件占用的空间已满 3 GB，请先移除或入库其他文件'
  if (batch + all >= ALL_STORED_MAX) return '全部导入文件占用的空间已满 20 GB，请联系管理员，或稍后再试'
  return null
}
