import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { type CertificateRules, checkByRules } from '@portal/contract/certificates/rules/certificate-rules.ts'
import { findWrongStandards } from '@portal/contract/certificates/rules/standards.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import { readCertificateRules } from '#certificates/desk/read-certificate-rules.ts'
import { hashCheckCode } from '#certificates/lookup/check-code.ts'
import { queryEntriesWithText } from '#log/entry-texts.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { runInTransaction } from '#platform/db/in-transaction.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { completeRow } from './complete-row.ts'
import {
  addLogRecords,
  deleteUnstaged,
  isShownChanged,
  type KnownCertificate,
  type LoggedChange,
  type ReadyRow,
  SHOWN,
  type StagedRow,
} from './staged-log.ts'

export interface Fault {
  lineNo: number
  reason: string
}

export interface OpenImport {
  id: number
  /** Number of rows that an earlier, interrupted run has staged. */
  rowsDone: number
}

/** Finds the unfinished import of this file, or creates one. */
export async function openImport(db: Db, file: { hash: string; name: string }, now: number): Promise<OpenImport> {
  await db
    .insertInto('certificate_imports')
    .values({
      file_hash: file.hash,
      file_name: file.name,
      state: 'staging',
      rows_done: 0,
      added: 0,
      corrected: 0,
      unchanged: 0,
      started_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await db
    .selectFrom('certificate_imports')
    .select(['id', 'rows_done as rowsDone'])
    .where('file_hash', '=', file.hash)
    .where('state', '=', 'staging')
    .executeTakeFirstOrThrow()
}

/**
 * Compares rows with the stored state of their numbers and stages the changes, invisible until published.
 * @param rowsDone where the next run resumes; `null` after an error, so that it finds the error again
 * @returns errors that only the database can detect
 */
export async function stageRows(db: Db, options: StageOptions): Promise<Fault[]> {
  const { importId, rows, rowsDone, digest, now } = options
  const numbers = rows.map(({ certificateNo }) => certificateNo)
  const faults: Fault[] = []
  await runInTransaction(db, async (trx) => {
    const knownByNumber = await readKnown(trx, numbers)
    const staged: StagedRow[] = []
    const bodies: Tables['certificate_versions'][] = []
    const logged: LoggedChange[] = []
    const lines = new Map<string, number>()
    const rules = await readCertificateRules(trx)
    for (const given of rows) {
      const { certificateNo, lineNo } = given
      const earlier = lines.get(certificateNo)
      if (earlier !== undefined) {
        faults.push({ lineNo, reason: formatDuplicate(certificateNo, earlier) })
        continue
      }
      lines.set(certificateNo, lineNo)
      const before = knownByNumber.get(certificateNo)
      const { row, emptied } = completeRow(given, before)
      if (emptied.length > 0 && !options.mayEmpty) {
        faults.push({ lineNo, reason: `已发布的内容将被清空（${emptied.join('；')}）。确要清空，请加 --allow-empty` })
        continue
      }
      const change = toStagedRow(row, before, { importId, digest })
      if (typeof change === 'string') {
        faults.push({ lineNo, reason: change })
        continue
      }
      const found = change.body_import_id === importId ? findByRules(row, rules, toWireDate(now)) : []
      if (found.length > 0) {
        faults.push(...found.map(({ text }) => ({ lineNo, reason: text })))
        continue
      }
      staged.push(change)
      const { body = '' } = before ?? {}
      const bodyText = change.body_import_id === importId ? (row.bodyText ?? body) : body
      if (isShownChanged(change, before)) logged.push({ staged: change, bodyText, prev: before?.log_index ?? null })
      if (change.body_import_id === importId && row.bodyText !== null) {
        const { certificate_no, version } = change
        const body = { body: row.bodyText, imported_at: now, reason: null }
        bodies.push({ certificate_no, version, import_id: importId, ...body })
      }
    }
    await addLogRecords(trx, logged, options)
    if (staged.length > 0) faults.push(...(await insertStaged(trx, importId, staged)))
    if (bodies.length > 0) {
      await trx
        .insertInto('certificate_versions')
        .values(bodies)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    if (rowsDone === null || faults.length > 0) return
    const moved = await trx
      .updateTable('certificate_imports')
      .set({ rows_done: rowsDone.after })
      .where('id', '=', importId)
      .where('rows_done', '=', rowsDone.before)
      .executeTakeFirst()
    if (moved.numUpdatedRows !== 1n) throw new CommandError('同一文件正由另一个进程导入，请等它结束')
  })
  return faults
}

/**
 * Finds required values that a new text, completed, lacks, and wrong standards. Nobody can answer here why a value is missing, and
 * nothing prevents a withdrawal.
 */
function findByRules({ state, bodyText }: ReadyRow, rules: CertificateRules, today: string) {
  if (bodyText === null || state !== 'published') return []
  const body = JSON.parse(bodyText) as Record<string, unknown>
  const { faults } = checkByRules(rules, body.category as CertificateCategory, body, today)
  return [...faults, ...findWrongStandards(rules.standards, body, today)]
}

interface StageOptions {
  importId: number
  rows: readonly ReadyRow[]
  /** Whether empty cells may empty published values. */
  mayEmpty: boolean
  rowsDone: { before: number; after: number } | null
  digest: Digest
  fileDigest: FileDigest
  now: number
}

const formatDuplicate = (certificateNo: string, lineNo: number) => `证书编号 ${certificateNo} 与第 ${lineNo} 行重复`

async function insertStaged(db: Db, importId: number, staged: readonly StagedRow[]): Promise<Fault[]> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('certificate_staging')
    .values(staged)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (Number(numInsertedOrUpdatedRows) === staged.length) return []
  await deleteUnstaged(db, importId, staged)
  const earlier = await db
    .selectFrom('certificate_staging')
    .select(['certificate_no', 'line_no'])
    .where('import_id', '=', importId)
    .where(
      'certificate_no',
      'in',
      staged.map(({ certificate_no }) => certificate_no),
    )
    .execute()
  const firstLines = new Map(earlier.map(({ certificate_no, line_no }) => [certificate_no, line_no]))
  return staged.flatMap(({ certificate_no, line_no }) => {
    const first = firstLines.get(certificate_no) ?? line_no
    // The same line is no duplicate: an interrupted run had staged it after a fault.
    return first === line_no ? [] : [{ lineNo: line_no, reason: formatDuplicate(certificate_no, first) }]
  })
}

async function readKnown(db: Db, numbers: readonly string[]): Promise<Map<string, KnownCertificate>> {
  const rows = await queryEntriesWithText(db)
    .leftJoin('pending_changes as pending', 'pending.certificate_no', 'entry.certificate_no')
    .leftJoin('log_backlog as waiting', 'waiting.certificate_no', 'entry.certificate_no')
    .selectAll('entry')
    .select((eb) => [eb.fn.coalesce('text.body', sql.lit('')).as('body')])
    .select(['pending.certificate_no as pendingNo', 'waiting.certificate_no as waiting'])
    .where('entry.certificate_no', 'in', numbers)
    .execute()
  return new Map(rows.map((row) => [row.certificate_no, row]))
}

/** Returns the change that a row makes, or the reason for refusing it. */
function toStagedRow(
  row: ReadyRow,
  before: KnownCertificate | undefined,
  { importId, digest }: { importId: number; digest: Digest },
): StagedRow | string {
  if (row.checkCode === null && !before) return '缺少核对码'
  if (row.bodyText === null && !before) return `证书 ${row.certificateNo} 不在库中，需填写完整内容`
  if (before?.pendingNo) return '这份证书正在证书工作台办理，请先办结或放弃'
  // The import has already appended all entries that could be appended.
  if (before?.waiting) return '这份证书未能通过核对，请按运维手册“证书未能通过核对”处理'
  // Only a number that was never published has no text.
  if (before?.body === '') return '这个编号已在证书工作台放弃，不再使用'
  if (before && SHOWN.has(before.state) && !SHOWN.has(row.state)) return '已签发的证书不能改回检验中或未发布'
  const hasNewBody = row.bodyText !== null && !isSameText(row.bodyText, before?.body)
  const next = {
    check_code_hash:
      row.checkCode === null
        ? (before?.check_code_hash ?? '')
        : hashCheckCode(digest, row.certificateNo, row.checkCode),
    state: row.state,
    newer_no: row.newerNo,
    reason: row.reason,
    changed_on: row.changedOn,
    // A row without a text does not change the stored one.
    received_on: row.bodyText === null ? (before?.received_on ?? null) : row.receivedOn,
    category: row.bodyText === null ? (before?.category ?? null) : row.category,
  }
  // An unpublished text is completed, which is no correction.
  const version = !before ? 1 : hasNewBody && SHOWN.has(before.state) ? before.version + 1 : before.version
  const isSame =
    before &&
    !hasNewBody &&
    Object.entries(next).every(([name, value]) => before[name as keyof KnownCertificate] === value)
  return {
    import_id: importId,
    certificate_no: row.certificateNo,
    line_no: row.lineNo,
    change: !before ? 'added' : isSame ? 'unchanged' : 'corrected',
    base_import_id: before?.import_id ?? 0,
    base_revision: before?.revision ?? 0,
    ...next,
    version,
    body_import_id: hasNewBody || !before ? importId : before.body_import_id,
    log_record_id: null,
    log_entry: null,
    log_seal: null,
  }
}

/** Compares texts. A JSON number without its trailing zeros equals the printed one. */
function isSameText(text: string, stored: string | undefined): boolean {
  if (text === stored || !stored) return text === stored
  const before = JSON.parse(stored) as Record<string, unknown>
  const { printed, ...rest } = JSON.parse(text) as Record<string, unknown>
  return printed !== undefined && before.printed === undefined && JSON.stringify(rest) === stored
}

/** Finds rows that name a missing replacement certificate. */
export async function findMissingNewer(db: Db, importId: number, limit: number): Promise<Fault[]> {
  const rows = await db
    .selectFrom('certificate_staging as row')
    .select(['row.line_no', 'row.newer_no'])
    .where('row.import_id', '=', importId)
    .where('row.newer_no', 'is not', null)
    .where(({ and, not, exists, selectFrom }) => {
      const staged = selectFrom('certificate_staging as other').where('other.import_id', '=', importId)
      const newerQuery = selectFrom('certificates as entry').whereRef('entry.certificate_no', '=', 'row.newer_no')
      return and([
        not(exists(staged.select('other.certificate_no').whereRef('other.certificate_no', '=', 'row.newer_no'))),
        not(exists(newerQuery.select('entry.certificate_no'))),
      ])
    })
    .orderBy('row.line_no')
    .limit(limit)
    .execute()
  return rows.map(({ line_no, newer_no }) => ({
    lineNo: line_no,
    reason: `新证书编号 ${newer_no} 既不在本文件中，也不在库中`,
  }))
}
