import type { CertificateRow } from '@portal/contract/certificates/rules/certificate-row.ts'
import type { Selectable } from 'kysely'
import { makeAnswer } from '#log/certificate-answer.ts'
import { sealEntry } from '#log/entry-seal.ts'
import { makeRecord, makeText } from '#log/log-record.ts'
import { findPictureDigests, listPictureNames } from '#log/picture-digests.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/** States in which the text is shown to holders of the code. */
export const SHOWN = new Set(['published', 'reissued', 'withdrawn'])

/** A row whose body, as JSON text, names the addresses of its pictures; `null`: unchanged. */
export interface ReadyRow extends Omit<CertificateRow, 'body' | 'pictures'> {
  bodyText: string | null
  /** Members whose cell is present and empty. */
  empty: readonly string[]
}

/** A row of a file that waits for publication. */
export type StagedRow = Tables['certificate_staging']
/** The published version of the same number. */
export type KnownCertificate = Selectable<Tables['certificates']> & {
  body: string
  /** Set while the desk has a pending change of the number. */
  pendingNo: string | null
  /** Set while the number waits for an entry of the public log. */
  waiting: string | null
}

/** A staged row whose publication is an entry of the public log. */
export interface LoggedChange {
  staged: StagedRow
  /** JSON. */
  bodyText: string
  /** Index of the number's previous entry. */
  prev: number | null
}

type Entry = Pick<StagedRow, 'certificate_no' | 'state' | 'version' | 'newer_no' | 'reason' | 'changed_on'>

const toAnswer = ({ certificate_no, newer_no, changed_on, ...entry }: Entry, body: Record<string, unknown>) =>
  makeAnswer({ ...entry, certificateNo: certificate_no, newerNo: newer_no, changedOn: changed_on }, body)

/** Returns whether holders of the code will see something else than now. A new text is a new version. */
export function isShownChanged(staged: StagedRow, before: KnownCertificate | undefined): boolean {
  if (staged.change === 'unchanged' || !SHOWN.has(staged.state)) return false
  if (!before || !SHOWN.has(before.state)) return true
  return JSON.stringify(toAnswer(staged, {})) !== JSON.stringify(toAnswer(before, {}))
}

interface Options {
  importId: number
  digest: Digest
  fileDigest: FileDigest
  now: number
}

/** Stores the texts of entries with their salts, and adds record, entry and seal to the staged rows. */
export async function addLogRecords(
  trx: Db,
  changes: readonly LoggedChange[],
  { importId, digest, fileDigest, now }: Options,
): Promise<void> {
  if (changes.length === 0) return
  const read = changes.map((change) => ({ ...change, body: JSON.parse(change.bodyText) as Record<string, unknown> }))
  const names = new Set(read.flatMap(({ body }) => listPictureNames(body)))
  const digests = await findPictureDigests(trx, [...names], fileDigest)
  const rows: (ReturnType<typeof makeRecord>['record'] & { note: null; import_id: number; made_at: number })[] = []
  for (const { staged, body, prev } of read) {
    const pictures = listPictureNames(body).map((name) => digests.get(name) ?? '')
    const { record, entry } = makeRecord(makeText(toAnswer(staged, body), { pictures, ...(prev !== null && { prev }) }))
    staged.log_entry = entry
    rows.push({ ...record, note: null, import_id: importId, made_at: now })
  }
  const stored = await trx.insertInto('log_records').values(rows).returning(['id', 'certificate_no']).execute()
  const recordIds = new Map(stored.map(({ id, certificate_no }) => [certificate_no, id]))
  for (const { staged } of changes) {
    const { certificate_no, log_entry } = staged
    const record_id = recordIds.get(certificate_no) ?? null
    staged.log_record_id = record_id
    staged.log_seal = sealEntry(digest, { entry: log_entry ?? '', certificate_no, record_id })
  }
}

/** Deletes the log records of rows that an earlier run had staged already. */
export async function deleteUnstaged(trx: Db, importId: number, staged: readonly StagedRow[]): Promise<void> {
  const ids = staged.flatMap(({ log_record_id }) => log_record_id ?? [])
  if (ids.length === 0) return
  const numbers = staged.map(({ certificate_no }) => certificate_no)
  await trx
    .deleteFrom('log_records')
    .where('id', 'in', ids)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('certificate_staging')
        .select((row) => row.ref('log_record_id').$notNull().as('id'))
        .where('import_id', '=', importId)
        .where('certificate_no', 'in', numbers)
        .where('log_record_id', 'is not', null),
    )
    .execute()
}

/** Records per statement. */
const CHUNK = 5000

/** Deletes the records of an import that was not published. */
export async function deleteRecords(db: Db, importId: number): Promise<void> {
  for (;;) {
    const chunkIds = db
      .selectFrom('log_records')
      .select('id')
      .where('import_id', '=', importId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('certificate_imports').select('id').where('id', '=', importId).where('state', '=', 'staging'),
        ),
      )
      .limit(CHUNK)
    const { numDeletedRows } = await db.deleteFrom('log_records').where('id', 'in', chunkIds).executeTakeFirst()
    if (numDeletedRows === 0n) return
  }
}
