import {
  ORDER_COLUMN_NAMES,
  type OrderColumn,
  readCategory,
  readServices,
  UNDECLARED,
} from '@portal/contract/orders/order-batch.ts'
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import type { OrderService } from '@portal/contract/orders/order-services.ts'
import type { OrderFileRow } from '@portal/contract/orders/orders.ts'

/* Rows of a merchant's file as the form carries them: texts until all of them are right. */

/** Name of the form's field with the rows as JSON. */
export const BATCH = 'batch'

/** Reads the rows from a form or from this tab's storage; `null` for a form that is filled by hand. */
export function readBatch(json: string): OrderFileRow[] | null {
  if (json === '') return null
  try {
    const rows: unknown = JSON.parse(json)
    return Array.isArray(rows) && rows.length > 0 && rows.length <= ORDER_MAX.items && rows.every(isRow) ? rows : null
  } catch {
    return null
  }
}

function isRow(row: Partial<OrderFileRow> | null): boolean {
  const { line, cells, problems } = row ?? {}
  return (
    Number.isInteger(line) &&
    Array.isArray(cells) &&
    cells.length === ORDER_COLUMN_NAMES.length &&
    cells.every((cell) => typeof cell === 'string') &&
    Array.isArray(problems)
  )
}

export const getCell = ({ cells }: OrderFileRow, column: OrderColumn): string =>
  cells[ORDER_COLUMN_NAMES.indexOf(column)] ?? ''

/** Converts a row to an item of the form, as far as it can be read. */
export function toItem(row: OrderFileRow, services: readonly OrderService[]) {
  const read = (column: OrderColumn) => getCell(row, column)
  const category = readCategory(read('category'))
  const isUndeclared = read('value').trim() === UNDECLARED
  return {
    name: read('name'),
    count: read('count'),
    mass: read('mass'),
    value: isUndeclared ? '' : read('value'),
    care: read('care'),
    reference: read('reference').trim(),
    category,
    isUndeclared,
    services: readServices(read('services'), category, services).codes,
  }
}

/** Returns the row with another value in a cell, whose damage is mended thereby. */
export function fixCell(row: OrderFileRow, column: OrderColumn, value: string): OrderFileRow {
  const at = ORDER_COLUMN_NAMES.indexOf(column)
  return {
    ...row,
    cells: row.cells.map((cell, place) => (place === at ? value.trim() : cell)),
    problems: row.problems.filter(({ cell }) => cell !== at),
  }
}

export const toBatchField = (row: number, column: OrderColumn) => `${BATCH}.${row}.${column}`
