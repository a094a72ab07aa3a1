import { readCheckCode } from '@portal/contract/certificates/certificate-number.ts'
import type { Batch, BatchCounts, BatchRow } from '@portal/contract/certificates/desk/batches.ts'
import { formatColumnTitle } from '@portal/contract/certificates/rules/certificate-columns.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Insertable, Selectable } from 'kysely'
import { readCertificateRules } from '#certificates/desk/read-certificate-rules.ts'
import { isCheckCode } from '#certificates/lookup/check-code.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { createTextSeal } from '#platform/secrets/sealed.ts'
import { type BatchCells, CODE, fixCell, limitSize } from './batch-cells.ts'
import { type Findings, findNumber, type Judged, type JudgedWith, judgeRow } from './batch-judge.ts'
import { type Known, readFirstLines, readKnown } from './batch-known.ts'
import type { Line } from './reading/reading-steps.ts'

export type BatchEntry = Selectable<Tables['certificate_batches']>
type RowInsert = Insertable<Tables['certificate_batch_rows']>
export type StoredRow = Selectable<Tables['certificate_batch_rows']>

export const batchSeal = (digest: Digest) => createTextSeal(digest, 'certificate-batch')

const COUNTED = ['added', 'corrected', 'unchanged', 'warned', 'faulty', 'pending'] as const
type Counted = Pick<StoredRow, 'change' | 'is_faulty' | 'is_warned' | 'is_pending'>

/** Computes the counts of a single row. A faulty row counts as faulty only. */
export function sumCounts(rows: readonly Counted[]): BatchCounts {
  const counts: BatchCounts = { added: 0, corrected: 0, unchanged: 0, warned: 0, faulty: 0, pending: 0 }
  for (const { change, is_faulty, is_warned, is_pending } of rows) {
    if (is_faulty) counts.faulty += 1
    else if (change) counts[change] += 1
    if (is_warned && !is_faulty) counts.warned += 1
    counts.pending += is_pending
  }
  return counts
}

/** Adds to the counts of a batch. @param sign -1 to subtract */
export async function addCounts(trx: Db, batchId: number, counts: BatchCounts, sign = 1): Promise<void> {
  await trx
    .updateTable('certificate_batches')
    .set((eb) => Object.fromEntries(COUNTED.map((name) => [name, eb(name, '+', counts[name] * sign)])))
    .where('id', '=', batchId)
    .execute()
}

/** Adds to the stored bytes of a batch. @returns the new total */
export async function addRowBytes(trx: Db, batchId: number, bytes: number): Promise<number> {
  const { row_bytes } = await trx
    .updateTable('certificate_batches')
    .set((eb) => ({ row_bytes: eb('row_bytes', '+', bytes) }))
    .where('id', '=', batchId)
    .returning('row_bytes')
    .executeTakeFirstOrThrow()
  return Number(row_bytes)
}

interface CheckWith {
  digest: Digest
  now: () => number
  /** Judges rows in a worker thread; without it they are judged in this one. */
  judge?: (rows: readonly (readonly [BatchCells, JudgedWith])[]) => Promise<Judged[]>
}

/** Checks rows of a batch with their stored fixes, and converts them to rows of its table. */
export async function checkLines(
  db: Db,
  batch: BatchEntry,
  lines: readonly Line[],
  { digest, now, judge }: CheckWith,
): Promise<RowInsert[]> {
  const seal = batchSeal(digest)
  const fixes = await readFixes(db, batch, lines)
  const rows = lines.map((line) => {
    const own = fixes.filter(({ line_no }) => line_no === line.lineNo)
    if (own.length === 0) return line
    const opened = own.map(({ member, value }) => ({ member, value: seal.open(value, batch.file_hash) }))
    return limitSize(opened.reduce<BatchCells>((row, { member, value }) => fixCell(row, member, value), line))
  })
  const numbers = rows.map(findNumber)
  const wanted = [...new Set(numbers.filter((number) => number !== null))]
  const known = await readKnown(db, wanted)
  const first = await readFirstLines(db, batch.id, wanted)
  const today = toWireDate(now())
  const rules = await readCertificateRules(db)
  const compared = rows.map((row, at): [BatchCells, JudgedWith] => {
    const lineNo = lines[at]?.lineNo ?? 0
    const number = numbers[at] ?? ''
    const earlier = first.get(number)
    if (number !== '' && earlier === undefined) first.set(number, lineNo)
    const earlierLine = earlier !== undefined && earlier < lineNo ? earlier : undefined
    const stored = known.get(number)
    return [row, { known: stored, earlierLine, isOtherCode: isOtherCode(row, number, stored, digest), today, rules }]
  })
  const judged = judge ? await judge(compared) : compared.map(([row, about]) => judgeRow(row, about))
  return judged.map((one, at) => {
    const row = rows[at] ?? { cells: [], code: null, empty: [], fault: null }
    return toStored(batch, lines[at]?.lineNo ?? 0, row, one, digest)
  })
}

function isOtherCode({ code }: BatchCells, certificateNo: string, known: Known | undefined, digest: Digest): boolean {
  if (code === null || !known) return false
  const typed = readCheckCode(code)
  return typed.kind === 'right' && !isCheckCode(digest, certificateNo, typed.checkCode, known.check_code_hash)
}

/** Estimates the size of rows in the database, bytes. */
export const storedBytes = (rows: readonly Pick<RowInsert, 'cells' | 'findings' | 'form'>[]): number =>
  rows
    .flatMap(({ cells, findings, form }) => [cells, findings, form ?? ''])
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0)

async function readFixes(db: Db, { user_id, file_hash, sheet }: BatchEntry, lines: readonly Line[]) {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return []
  return await db
    .selectFrom('certificate_batch_fixes')
    .select(['line_no', 'member', 'value'])
    .where('user_id', '=', user_id)
    .where('file_hash', '=', file_hash)
    .where('sheet', '=', sheet ?? '')
    .where('line_no', '>=', first.lineNo)
    .where('line_no', '<=', last.lineNo)
    .execute()
}

function toStored(batch: BatchEntry, lineNo: number, row: BatchCells, judged: Judged, digest: Digest): RowInsert {
  const { findings, form } = judged
  const { fault, cells, code } = row
  // Stored only where it empties a published value, because most cells of a file are empty.
  const empty = row.empty.filter((member) => Object.hasOwn(findings.before, member))
  const isFaulty = findings.faults.length > 0
  return {
    batch_id: batch.id,
    line_no: lineNo,
    certificate_no: judged.certificateNo,
    change: judged.change,
    is_faulty: Number(isFaulty),
    is_warned: Number(findings.warnings.length > 0),
    is_pending: Number(judged.isPending),
    needs_reason: Number(judged.needsReason && !isFaulty),
    cells: JSON.stringify({ cells, empty: empty.length > 0 ? empty : undefined, fault }),
    code: code === null ? null : batchSeal(digest).seal(code, `${batch.id} ${lineNo}`),
    findings: JSON.stringify(findings),
    form: form && !isFaulty ? JSON.stringify(form) : null,
    reason: judged.reason,
    category: form?.category ?? null,
    version: judged.version,
    base_revision: judged.baseRevision,
    change_state: null,
  }
}

/** Reads the cells of a stored row, with its check code. */
export function toLines(rows: readonly StoredRow[], digest: Digest): Line[] {
  return rows.map(({ batch_id, line_no, cells, code }) => {
    const { empty = [], ...read } = JSON.parse(cells) as Omit<BatchCells, 'code' | 'empty'> & Partial<BatchCells>
    const opened = code === null ? null : batchSeal(digest).open(code, `${batch_id} ${line_no}`)
    return { ...read, empty, lineNo: line_no, code: opened }
  })
}

/** Converts a row for the page, without its check code. */
export function viewRow({ line_no, change, version, cells, findings }: StoredRow): BatchRow {
  const read = JSON.parse(cells) as Omit<BatchCells, 'code'>
  const { faults, warnings, before } = JSON.parse(findings) as Findings
  const named = read.cells.map(({ member, value }) => ({ member, value: member === CODE ? '已提供，不显示' : value }))
  const isNamed = (member: string | null) => member === null || named.some((cell) => cell.member === member)
  // Missing values get an empty cell to type into; values that a correction removes get one too.
  const missing = [...faults.map(({ member }) => member), ...Object.keys(before)].filter((member) => !isNamed(member))
  const all = [...named, ...[...new Set(missing)].map((member) => ({ member: member ?? '', value: '' }))]
  return {
    lineNo: line_no,
    change,
    version,
    faults: faults.filter(({ member }) => member === null).map(({ text }) => text),
    cells: all.map(({ member, value }) => ({
      member,
      value,
      title: formatColumnTitle(member),
      before: Object.hasOwn(before, member) ? (before[member] ?? null) : null,
      faults: faults
        .filter((one) => one.member === member)
        .map(({ text, suggestion = null }) => ({ text, suggestion })),
      warnings: warnings.filter((one) => one.member === member).map(({ text }) => text),
    })),
  }
}

export const parseColumns = ({ columns }: BatchEntry) => JSON.parse(columns) as Batch['columns']
