import type { PrintedRow } from '@portal/contract/certificates/printed-rows.ts'
import { type Box, INK } from './sheet-geometry.ts'
import type { Pen } from './sheet-pen.ts'
import type { Style, Typesetter } from './typesetter.ts'

/** Whether the contract names the member of the row. */
const isNamed = ({ group }: PrintedRow) => group !== 'free'

interface Cell {
  x: number
  width: number
  label: string[]
  lines: string[]
}

/** Several short values side by side, or one long one. */
interface Row {
  fields: readonly PrintedRow[]
  cells: Cell[]
  height: number
}

export interface Table {
  rows: Row[]
  height: number
  /** Number of omitted fields. */
  left: number
  step: TypeStep
}

/** Size of the type, and number of short values in a row. */
export interface TypeStep {
  scale: number
  columns: number
}

/** Type gets smaller in these steps until everything fits. */
export const TYPE_STEPS: readonly TypeStep[] = [
  ...[1.12, 1.06, 1, 0.94, 0.88, 0.82, 0.76].map((scale) => ({ scale, columns: 2 })),
  ...[0.7, 0.64, 0.58].map((scale) => ({ scale, columns: 3 })),
  ...[0.52, 0.47, 0.42].map((scale) => ({ scale, columns: 4 })),
]

const COLUMN_GAP = 22
/** Size of the text at scale 1, pt. */
const TEXT = 10.2
const LABEL_WIDTH = 62
const LEADING = 1.45
const ROW_PAD = 9
/** Maximum number of characters: more than a page holds at the smallest type. */
const MOST_CHARACTERS = 9000

const makeLabelStyle = (scale: number): Style => ({ weight: 'regular', size: 8.6 * scale, colour: INK.caption })
const makeValueStyle = (scale: number): Style => ({ weight: 'regular', size: TEXT * scale, colour: INK.text })

/** Lays out the table in type of one size, as high as its content. */
export function layTable(type: Typesetter, fields: readonly PrintedRow[], width: number, step: TypeStep): Table {
  const { scale, columns } = step
  const columnWidth = (width - COLUMN_GAP * (columns - 1)) / columns
  const labelWidth = LABEL_WIDTH * scale
  const makeCell = ({ label, value }: PrintedRow, column: number, cellWidth: number): Cell => ({
    x: column * (columnWidth + COLUMN_GAP),
    width: cellWidth,
    label: type.splitLines(label, makeLabelStyle(scale), labelWidth - 6 * scale),
    lines: type.splitLines(value, makeValueStyle(scale), cellWidth - labelWidth),
  })
  const isShort = ({ value }: PrintedRow) =>
    !value.includes('\n') && type.measureWidth(value, makeValueStyle(scale)) <= columnWidth - labelWidth
  const known = limitFields(MOST_CHARACTERS, fields)
  const short = known.filter(isShort)
  const rows: Row[] = []
  for (let index = 0; index < short.length; index += columns) {
    const beside = short.slice(index, index + columns)
    rows.push(
      makeRow(
        beside,
        beside.map((field, column) => makeCell(field, column, columnWidth)),
        scale,
      ),
    )
  }
  for (const field of known) if (!isShort(field)) rows.push(makeRow([field], [makeCell(field, 0, width)], scale))
  const height = rows.reduce((sum, row) => sum + row.height, 0)
  return { rows, height, left: fields.length - known.length, step }
}

/** Takes fields up to this number of characters in all, those of the contract first. */
function limitFields(most: number, fields: readonly PrintedRow[]): PrintedRow[] {
  let characters = 0
  const taken = new Set<PrintedRow>()
  for (const field of fields.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))) {
    const length = field.label.length + field.value.length
    if (characters + length > most) continue
    characters += length
    taken.add(field)
  }
  return fields.filter((field) => taken.has(field))
}

function makeRow(fields: readonly PrintedRow[], cells: Cell[], scale: number): Row {
  const lines = Math.max(...cells.map((cell) => Math.max(cell.label.length, cell.lines.length)))
  return { fields, cells, height: lines * TEXT * LEADING * scale + ROW_PAD * scale }
}

/** Lays out the table in the largest of these sizes at which it fits; at the smallest, omits what does not fit. */
export function fitTable(
  type: Typesetter,
  fields: readonly PrintedRow[],
  room: { width: number; height: number },
  steps: readonly TypeStep[],
): Table {
  for (const step of steps) {
    const table = layTable(type, fields, room.width, step)
    if (table.left === 0 && table.height <= room.height) return table
  }
  const [least] = steps.slice(-1)
  if (!least) throw new Error('no type size')
  return cutTable(type, fields, room.width, { step: least, maxHeight: room.height })
}

/** Removes fields until the table fits: the longest ones outside the contract first. */
export function cutTable(
  type: Typesetter,
  fields: readonly PrintedRow[],
  width: number,
  { step, maxHeight }: { step: TypeStep; maxHeight: number },
): Table {
  const whole = layTable(type, fields, width, step)
  const shares = whole.rows.flatMap((row) =>
    row.fields.map((field) => ({ field, height: row.height / row.fields.length })),
  )
  shares.sort((one, other) => Number(isNamed(one.field)) - Number(isNamed(other.field)) || other.height - one.height)
  let over = whole.height - maxHeight
  const dropped = new Set<PrintedRow>()
  for (const { field, height } of shares) {
    if (over <= 0) break
    dropped.add(field)
    over -= height
  }
  const kept = shares.map(({ field }) => field).filter((field) => !dropped.has(field))
  const table = layTable(
    type,
    fields.filter((field) => kept.includes(field)),
    width,
    step,
  )
  // A row is as high as before after the loss of one field.
  while (table.height > maxHeight) {
    const row = table.rows.pop()
    if (!row) break
    table.height -= row.height
  }
  const shown = table.rows.reduce((sum, row) => sum + row.fields.length, 0)
  return { ...table, left: fields.length - shown }
}

export function drawTable({ doc, type }: Pen, { rows, step: { scale } }: Table, { x, y }: Pick<Box, 'x' | 'y'>): void {
  const line = TEXT * LEADING * scale
  let top = y
  for (const { cells, height } of rows) {
    const base = top + (ROW_PAD / 2) * scale + line * 0.76
    for (const cell of cells) {
      cell.label.forEach((text, index) => {
        type.write(text, x + cell.x, base + index * line, makeLabelStyle(scale))
      })
      cell.lines.forEach((text, index) => {
        type.write(text, x + cell.x + LABEL_WIDTH * scale, base + index * line, makeValueStyle(scale))
      })
      const bottom = top + height
      doc
        .moveTo(x + cell.x, bottom)
        .lineTo(x + cell.x + cell.width, bottom)
        .lineWidth(0.5)
        .strokeColor(INK.line)
        .stroke()
    }
    top += height
  }
}
