import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { BATCH_ROWS_MAX } from '@portal/contract/manage/certificates/batch-rules.ts'
import type { Batch } from '@portal/contract/manage/certificates/batches.ts'
import { CommandError } from '#commands/command-error.ts'
import { inspectTable, readRows, SheetWanted, type TableRow } from '#import/table-file.ts'
import type { Headings } from '#import/tables/heading-rows.ts'
import { CODE, cellsOf, useOf } from './batch-cells.ts'
import type { BatchWork } from './batch-jobs.ts'
import { addCounts, type BatchEntry, checkLines, countsOf } from './batch-rows.ts'
import { addWarnings } from './batch-warnings.ts'

/** Rows of one transaction: SQLite keeps other requests waiting for it. */
const PIECE = 250
const SAMPLE_MAX = 60

/** Reads the file of a batch and checks its rows, from where an earlier run was interrupted. */
export async function checkBatch(work: BatchWork, batch: BatchEntry): Promise<void> {
  try {
    await readAll(work, batch)
  } catch (error) {
    if (error instanceof SheetWanted) {
      const sheets = JSON.stringify(error.sheets.map(({ name, isHidden }) => ({ name, isHidden })))
      await work.update(batch, { state: 'asking', sheets, message: null })
    } else if (error instanceof CommandError) await work.update(batch, { state: 'failed', message: error.message })
    else throw error
  }
}

async function readAll(work: BatchWork, batch: BatchEntry): Promise<void> {
  const file = await inspectTable(join(work.folder, batch.file), batch.file_name)
  await work.update(batch, { state: 'checking', encoding: file.encoding })
  let headings: Headings | undefined
  const options = {
    ...(batch.sheet !== null && { sheet: batch.sheet }),
    columns: JSON.parse(batch.choice) as Record<string, string>,
    onHeadings: (found: Headings) => {
      headings = withoutSecond(found)
      checkHeadings(headings)
      return headings
    },
  }
  let row = 0
  let piece: TableRow[] = []
  for await (const one of readRows(file, options)) {
    row += 1
    if (row === 1 && headings) await work.update(batch, { columns: JSON.stringify(columnsOf(headings, one)) })
    if (row > BATCH_ROWS_MAX) throw new CommandError('文件超过 1,000,000 行，请分成几个文件')
    if (row <= batch.rows_done) continue
    piece.push(one)
    if (piece.length < PIECE) continue
    await take(work, batch, piece, row)
    piece = []
    await breathe()
  }
  if (row === 0) throw new CommandError('文件中没有证书')
  if (piece.length > 0) await take(work, batch, piece, row)
  await work.update(batch, { state: 'ready', share: 1 })
}

async function take(work: BatchWork, batch: BatchEntry, piece: readonly TableRow[], rowsDone: number): Promise<void> {
  const share = piece.at(-1)?.share ?? 1
  await work.step(batch, { rows_done: rowsDone, share }, async (trx) => {
    const lines = piece.map((row) => ({ lineNo: row.lineNo, ...cellsOf(row) }))
    const rows = await checkLines(trx, batch, lines, work)
    await trx
      .insertInto('certificate_batch_rows')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const checked = rows.map((row) => ({ ...row, change: row.change ?? null, form: row.form ?? null }))
    await addCounts(trx, batch.id, countsOf(checked))
    await addWarnings(trx, batch.id, checked)
  })
}

/** Of two columns for the same item the first counts. */
function withoutSecond({ columns, lastRow }: Headings): Headings {
  const seen = new Set<string>()
  return {
    lastRow,
    columns: columns.map((column) => {
      if (column.heading === null || typeof column.heading === 'string') return column
      const { member, title } = column.heading
      if (seen.has(member)) return { ...column, heading: `与前面的列重复：${title}` }
      seen.add(member)
      return column
    }),
  }
}

/** @throws CommandError when nothing in the first rows is a heading */
function checkHeadings({ columns }: Headings): void {
  if (columns.some(({ heading }) => useOf(heading) === 'known')) return
  throw new CommandError('前 10 行中没有认得的列名，请对照模板检查表头')
}

function columnsOf({ columns }: Headings, { cells, problems }: TableRow): Batch['columns'] {
  const values = new Map(typeof cells === 'string' ? [] : cells.map(([{ member }, value]) => [member, String(value)]))
  for (const { member, shown } of problems) values.set(member, shown)
  return columns
    .filter(({ title }) => title !== '')
    .map(({ title, heading }) => {
      const use = useOf(heading)
      const found = heading !== null && typeof heading === 'object' ? heading : null
      const sample = !found || found.member === CODE ? '' : (values.get(found.member) ?? '')
      return { title, use, becomes: found && use !== 'left' ? found.title : null, sample: sample.slice(0, SAMPLE_MAX) }
    })
}
