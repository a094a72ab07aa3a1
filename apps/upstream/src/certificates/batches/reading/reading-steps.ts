import type { Batch } from '@portal/contract/certificates/desk/batches.ts'
import type { OrderFile } from '@portal/contract/orders/orders.ts'
import type { TextEncoding } from '#certificates/import/tables/text-encoding.ts'
import type { SheetInfo } from '#certificates/import/tables/workbook.ts'
import type { BatchCells } from '../batch-cells.ts'
import type { Judged, JudgedWith } from '../batch-judge.ts'

/** A file as its batch names it. */
export interface ReadTask {
  path: string
  name: string
  sheet: string | null
  /** The member that an editor chose for each column. */
  choice: Readonly<Record<string, string>>
  /** Rows that an earlier run has stored. */
  skip: number
}

export interface Line extends BatchCells {
  lineNo: number
}

/** Rows that are stored in one transaction. */
export interface Piece {
  lines: Line[]
  /** Rows of the file up to here. */
  rowsDone: number
  share: number
  /** Columns in the first piece of a file with headings. */
  columns: Batch['columns'] | null
  /** Likewise: number of pictures above the cells. */
  pictures: number
}

/** A step that the thread performs. */
export type ReadStep =
  | { kind: 'open'; task: ReadTask }
  | { kind: 'next' }
  | { kind: 'judge'; rows: readonly (readonly [BatchCells, JudgedWith])[] }
  /** Reads a whole list of samples, in a thread of its own. */
  | { kind: 'order'; path: string; name: string; sheet: string | null }

/** What a step returns. */
export interface ReadResults {
  open: TextEncoding | null
  /** `null`: the file has no further rows. */
  next: Piece | null
  judge: Judged[]
  order: Omit<OrderFile, 'sheets'>
}

/** Sent by the thread: signs of progress, then the end of the step. Classes of errors are lost between threads. */
export type ReadSign =
  | { kind: 'alive' }
  | { kind: 'done'; result: unknown }
  | { kind: 'refused'; reason: string; sheets: readonly SheetInfo[] | null }
  | { kind: 'failed'; reason: string }
