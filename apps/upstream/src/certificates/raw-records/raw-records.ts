import type { RawRecord } from '@portal/contract/certificates/desk/desk-shapes.ts'
import { RAW_RECORD, type RawRecordKind } from '@portal/contract/certificates/desk/raw-record-rules.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Selectable } from 'kysely'
import { toStaffName } from '#accounts/people/staff-names.ts'
import { finishStep } from '#certificates/desk/desk-events.ts'
import {
  addWriter,
  type ChangeRow,
  type Desk,
  type HashedRecord,
  lockEntry,
  readEntry,
} from '#certificates/desk/pending-changes.ts'
import { requireDraft } from '#certificates/pictures/desk-pictures.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import {
  rawRecordAltered,
  rawRecordApproved,
  rawRecordKnown,
  rawRecordMissing,
  rawRecordsUsedUp,
} from '#platform/errors.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { deleteUnnamed } from '#platform/files/named-files.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'

type Row = Selectable<Tables['certificate_raw_records']>
type Version = Pick<ChangeRow, 'certificate_no' | 'version'>
type Step = Pick<Desk, 'trx' | 'account' | 'now'>

export interface NewRecord {
  /** Name of the stored file. */
  id: string
  fileName: string
  kind: RawRecordKind
  bytes: number
  sha256: string
  instrument: string | null
}

/** Deletes files without a row: their upload was refused or interrupted, or the record was removed. */
export function createRawRecords({ db, store, now }: { db: Db; store: FileStore; now: () => number }) {
  return {
    store,
    async sweep(): Promise<void> {
      await deleteUnnamed('rawRecords', { db, store, now })
    },
  }
}

/**
 * Adds an uploaded file to the draft of a number, and its uploader to the writers of the version.
 * @throws AppError when there is no draft, it has the same content already, or too many files
 */
export async function addRawRecord({ trx, account, now }: Step, certificateNo: string, record: NewRecord) {
  await lockEntry(trx, certificateNo)
  const change = await requireDraft(trx, certificateNo)
  const rows = await readRows(trx, change)
  const known = rows.find(({ sha256 }) => sha256 === record.sha256)
  if (known) throw rawRecordKnown(known.file_name)
  const bytes = rows.reduce((sum, row) => sum + row.bytes, record.bytes)
  if (rows.length >= RAW_RECORD.filesMax || bytes > RAW_RECORD.versionMaxBytes) throw rawRecordsUsedUp()
  const { fileName, ...stored } = record
  const row = {
    ...stored,
    file_name: fileName,
    certificate_no: certificateNo,
    version: change.version,
    by_id: account.id,
    by_name: toStaffName(account),
    at: now(),
    approved_at: null,
  }
  await trx.insertInto('certificate_raw_records').values(row).execute()
  await addWriter(trx, change, account.id)
  await finishStep({ trx, account, now }, [toEvent(row, 'record')])
  return toWireRecord(row)
}

/** Removes a raw record of a draft. Its SHA-256 stays in the history. @throws AppError for an approved one */
export async function removeRawRecord({ trx, account, now }: Step, certificateNo: string, id: string): Promise<Row> {
  await lockEntry(trx, certificateNo)
  const row = await findRawRecord(trx, certificateNo, id)
  if (row.approved_at !== null) throw rawRecordApproved()
  const change = await requireDraft(trx, certificateNo)
  await trx.deleteFrom('certificate_raw_records').where('id', '=', id).execute()
  await addWriter(trx, change, account.id)
  await finishStep({ trx, account, now }, [toEvent(row, 'recordRemove')])
  return row
}

/** Finds a raw record of a certificate. @throws AppError when there is none */
export async function findRawRecord(db: Db, certificateNo: string, id: string): Promise<Row> {
  await readEntry(db, certificateNo)
  const row = await db
    .selectFrom('certificate_raw_records')
    .selectAll()
    .where('certificate_no', '=', certificateNo)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw rawRecordMissing()
  return row
}

/** Lists the raw records of all versions. @throws AppError for an unknown number */
export async function listRawRecords(db: Db, certificateNo: string): Promise<RawRecord[]> {
  await readEntry(db, certificateNo)
  return (await readRows(db, { certificate_no: certificateNo })).map(toWireRecord)
}

/** Lists the raw records of one version. */
export async function listVersionRecords(db: Db, change: Version): Promise<RawRecord[]> {
  return (await readRows(db, change)).map(toWireRecord)
}

async function readRows(db: Db, { certificate_no, version }: Partial<Version>): Promise<Row[]> {
  let rows = db
    .selectFrom('certificate_raw_records')
    .selectAll()
    .where('certificate_no', '=', certificate_no ?? '')
  if (version !== undefined) rows = rows.where('version', '=', version)
  return await rows.orderBy('version').orderBy('at').orderBy('id').execute()
}

/**
 * Reads the raw records of a version for its hash.
 * @throws AppError when a file is missing, or differs from its SHA-256
 */
export async function readWholeRecords(db: Db, change: Version, fileDigest: FileDigest): Promise<HashedRecord[]> {
  const rows = await readRows(db, change)
  for (const row of rows) await checkWhole(row, fileDigest)
  return rows.map(({ file_name, instrument, sha256 }) => ({ fileName: file_name, instrument, sha256 }))
}

/** @throws AppError when the file of a raw record is missing, or differs from its SHA-256 */
export async function checkWhole({ id, file_name, sha256 }: Row, fileDigest: FileDigest): Promise<void> {
  if ((await fileDigest(id)) !== sha256) throw rawRecordAltered(file_name)
}

/** Freezes the raw records of a version: from now on the database refuses every change. */
export async function approveRawRecords(trx: Db, { certificate_no, version }: Version, at: number): Promise<void> {
  await trx
    .updateTable('certificate_raw_records')
    .set({ approved_at: at })
    .where('certificate_no', '=', certificate_no)
    .where('version', '=', version)
    .execute()
}

/** Releases the raw records of a discarded version. Their files are then deleted. */
export async function releaseRawRecords(trx: Db, certificateNo: string): Promise<void> {
  await trx
    .deleteFrom('certificate_raw_records')
    .where('certificate_no', '=', certificateNo)
    .where('approved_at', 'is', null)
    .execute()
}

const toEvent = ({ certificate_no, version, file_name, sha256 }: Row, step: string) => ({
  certificateNo: certificate_no,
  version,
  step,
  reason: `${file_name}，SHA-256 ${sha256}`,
})

const toWireRecord = (row: Row): RawRecord => ({
  id: row.id,
  version: row.version,
  fileName: row.file_name,
  kind: row.kind,
  bytes: row.bytes,
  sha256: row.sha256,
  instrument: row.instrument,
  byName: row.by_name,
  time: toWireDateTime(row.at),
  isApproved: row.approved_at !== null,
})
