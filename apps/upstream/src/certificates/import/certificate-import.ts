import { basename } from 'node:path'
import { CellFault } from '@portal/contract/certificates/rules/cell-values.ts'
import { findColumn } from '@portal/contract/certificates/rules/certificate-columns.ts'
import { type CertificateRow, readRow } from '@portal/contract/certificates/rules/certificate-row.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { closeBacklog } from './log-publishing.ts'
import type { PictureSource } from './pictures.ts'
import { type Counts, clearStaging, discard, discardAbandoned, publish } from './publishing.ts'
import type { ReadyRow } from './staged-log.ts'
import { type Fault, findMissingNewer, openImport, stageRows } from './staging.ts'
import { inspectTable, isUnchanged, readRows, type TableRow } from './table-file.ts'
import type { Headings } from './tables/heading-rows.ts'

export interface ImportOptions {
  /** The database, or a transaction that the whole import becomes a part of. */
  db: Db
  digest: Digest
  /** `.csv`, `.jsonl` or `.xlsx` */
  path: string
  /** Name of the sheet, for a workbook with several. */
  sheet?: string | undefined
  pictures: PictureSource
  /** Columns without a known name: those stored under their own name, and those left out. */
  own?: readonly string[]
  leave?: readonly string[]
  /** Whether empty cells may empty published values. */
  mayEmpty?: boolean
  now: () => number
  onProgress?: (progress: Progress) => void
}

export interface Progress {
  /** Rows checked and staged, including those of an interrupted run. */
  rows: number
  /** Share of the file that has been read, 0 to 1. */
  share: number
  step: 'staging' | 'publishing'
}

export type ImportResult =
  | ({ kind: 'done'; rows: number; resumedFrom: number } & Counts)
  /** Nothing was stored. There are at most `FAULTS_MAX` faults, in the order of lines. */
  | { kind: 'refused'; faults: Fault[]; hasMore: boolean }

export const FAULTS_MAX = 50
const BATCH = 500
/** Time for which an interrupted import can be resumed. */
const RESUMABLE_MS = 7 * DAY_MS

/**
 * Imports certificates, all or nothing: rows are checked and staged invisibly in batches, then published in one
 * transaction. A new import of the same file resumes after the last staged batch.
 * @throws CommandError when the file cannot be read, or another import is running
 */
export async function importCertificates(options: ImportOptions): Promise<ImportResult> {
  const { db, digest, path, sheet, pictures, own = [], leave = [], mayEmpty = false, now, onProgress } = options
  const file = await inspectTable(path)
  await discardAbandoned(db, now() - RESUMABLE_MS)
  await closeBacklog({ db, now, digest })
  const opened = await openImport(
    db,
    { hash: nameImport(file.hash, { sheet, own, leave, mayEmpty }), name: basename(path) },
    now(),
  )
  const run = createRun(options, opened.id, opened.rowsDone)

  let row = 0
  let batch: TableRow[] = []
  const columns = Object.fromEntries(leave.map((title) => [title, '']))
  const onHeadings = (found: Headings) => checkHeadings(found, own)
  for await (const one of readRows(file, { ...(sheet !== undefined && { sheet }), columns, onHeadings })) {
    row += 1
    if (row <= opened.rowsDone) continue
    batch.push(one)
    if (batch.length < BATCH) continue
    await run.take(batch)
    batch = []
    onProgress?.({ rows: row, share: one.share, step: 'staging' })
    if (run.faults.length > FAULTS_MAX) break
  }
  if (!isUnchanged(file)) {
    await discard(db, opened.id)
    throw new CommandError('文件在导入期间被改动，请重新导入')
  }
  if (batch.length > 0 && run.faults.length <= FAULTS_MAX) await run.take(batch)
  if (run.faults.length === 0) run.faults.push(...(await findMissingNewer(db, opened.id, FAULTS_MAX + 1)))
  if (row === 0) run.faults.push({ lineNo: 1, reason: '文件中没有证书' })
  if (run.faults.length > 0) {
    await discard(db, opened.id)
    const faults = run.faults.toSorted((one, other) => one.lineNo - other.lineNo)
    return { kind: 'refused', faults: faults.slice(0, FAULTS_MAX), hasMore: faults.length > FAULTS_MAX }
  }
  onProgress?.({ rows: row, share: 1, step: 'publishing' })
  await pictures.publish(opened.id)
  const counts = await publish(db, opened.id, now())
  await clearStaging(db, opened.id)
  return { kind: 'done', rows: row, resumedFrom: opened.rowsDone, ...counts }
}

/** Names an import: the same file read in another way is another import, which does not continue the first one. */
function nameImport(
  hash: string,
  { sheet, ...ways }: Pick<ImportOptions, 'sheet' | 'own' | 'leave' | 'mayEmpty'>,
): string {
  const isPlain = !ways.mayEmpty && ways.own?.length === 0 && ways.leave?.length === 0
  return [hash, ...(sheet === undefined ? [] : [sheet]), ...(isPlain ? [] : [JSON.stringify(ways)])].join(' ')
}

/** Returns the checked row, or all its faults. An implausible value is a fault too. */
function checkRow({ lineNo, cells, problems }: TableRow, today: string): CertificateRow | string[] {
  if (typeof cells === 'string') return [cells]
  const { row, faults, warnings } = readRow(cells, lineNo, today)
  const problemMembers = new Set(problems.map(({ member }) => member))
  // A value that cannot be used is not reported as missing too.
  const otherFindings = [...faults, ...warnings].filter(({ member }) => member === null || !problemMembers.has(member))
  const all = [...problems, ...otherFindings].map(({ text }) => text)
  return all.length > 0 ? all : row
}

/**
 * @param own titles of columns that are stored under their own name
 * @throws CommandError that names every heading that cannot be used, and every unknown one that nobody asked for, because
 *   certificates are public
 */
function checkHeadings(found: Headings, own: readonly string[]): Headings {
  const { columns } = found
  const faults = columns.map(({ heading }) => heading).filter((heading) => typeof heading === 'string')
  const usedColumns = columns
    .map(({ heading }) => heading)
    .filter((heading) => heading !== null && typeof heading === 'object')
  const unknown = columns.flatMap(({ title, heading }) =>
    heading !== null && typeof heading === 'object' && !findColumn(heading.member) && !own.includes(title)
      ? [title]
      : [],
  )
  faults.push(
    ...unknown.map((title) => `列“${title}”没有认出，要印在证书上请加 --own ${title}，不导入请加 --leave ${title}`),
  )
  const members = usedColumns.map(({ member }) => member)
  for (const member of new Set(members.filter((one, at) => members.indexOf(one) !== at))) {
    faults.push(`列“${usedColumns.find((heading) => heading.member === member)?.title}”重复`)
  }
  if (!members.includes('certificateNo')) faults.push('缺少列“证书编号”')
  if (faults.length > 0) throw new CommandError(`表头有误：${faults.join('；')}`)
  return found
}

/** Creates the state of one run over a file: its faults and its progress. */
function createRun({ db, digest, pictures, mayEmpty = false, now }: ImportOptions, importId: number, rowsDone: number) {
  const faults: Fault[] = []
  const { fileDigest } = pictures
  let rowCount = rowsDone

  async function prepareRow(row: CertificateRow, empty: readonly string[]): Promise<ReadyRow> {
    const { body, pictures: refs, ...cells } = row
    const rest = { ...cells, empty }
    if (body === null) return { ...rest, bodyText: null }
    const rowsToStage: object[] = []
    for (const { file, ...about } of refs)
      rowsToStage.push({ url: await pictures.storePicture(file, importId), ...about })
    return { ...rest, bodyText: JSON.stringify(rowsToStage.length > 0 ? { ...body, pictures: rowsToStage } : body) }
  }

  async function check(read: TableRow): Promise<ReadyRow | undefined> {
    const { lineNo } = read
    const row = checkRow(read, toWireDate(now()))
    if (!Array.isArray(row)) {
      try {
        return await prepareRow(row, read.empty)
      } catch (error) {
        if (!(error instanceof CellFault)) throw error
        faults.push({ lineNo, reason: error.message })
        return undefined
      }
    }
    faults.push(...row.map((reason) => ({ lineNo, reason })))
    return undefined
  }

  return {
    faults,
    async take(batch: readonly TableRow[]): Promise<void> {
      const rows: ReadyRow[] = []
      for (const one of batch) {
        const row = await check(one)
        if (row) rows.push(row)
      }
      const moved = faults.length === 0 ? { before: rowCount, after: rowCount + batch.length } : null
      if (rows.length === 0) return
      // Rows after an error are staged too, to find duplicate numbers in the file.
      faults.push(
        ...(await stageRows(db, { importId, rows, mayEmpty, rowsDone: moved, digest, fileDigest, now: now() })),
      )
      if (moved) rowCount = moved.after
    },
  }
}
