import { type Box, INK } from './sheet-geometry.ts'
import type { Pen } from './sheet-pen.ts'
import type { SheetRow } from './sheet-rows.ts'
import type { Style, Typesetter } from './typesetter.ts'

/** Rank of a row when space is short: treatment and remarks stay longest, members outside the contract go first. */
const getRank = ({ group, card }: SheetRow) => (card === 'always' ? 0 : group === 'free' ? 2 : 1)

interface Line {
  text: string
  style: Style
  /** Height of the line, pt. */
  height: number
}

interface Cell {
  x: number
  width: number
  label: Line[]
  lines: Line[]
}

/** Several short values side by side, or one long one. */
interface Row {
  fields: readonly SheetRow[]
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
  /** Width of the labels at scale 1, pt. */
  labelWidth?: number
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

/** Size and leading of the second language, as parts of the first one's. */
const BESIDE = { size: 0.84, leading: 0.86 }

const makeLabelStyle = (scale: number): Style => ({ weight: 'regular', size: 8.6 * scale, colour: INK.caption })
const makeValueStyle = (scale: number): Style => ({ weight: 'regular', size: TEXT * scale, colour: INK.text })
const makeBesideStyle = ({ size, ...style }: Style): Style => ({
  ...style,
  size: size * BESIDE.size,
  colour: INK.second,
})

const getLabelWidth = ({ scale, labelWidth = LABEL_WIDTH }: TypeStep) => labelWidth * scale

/** Lays out the table in type of one size, as high as its content. */
export function layTable(type: Typesetter, fields: readonly SheetRow[], width: number, step: TypeStep): Table {
  const { scale, columns } = step
  const columnWidth = (width - COLUMN_GAP * (columns - 1)) / columns
  const labelWidth = getLabelWidth(step)
  const leading = TEXT * LEADING * scale
  const toLines = (text: string, beside: string | undefined, style: Style, lineWidth: number): Line[] => {
    const small = makeBesideStyle(style)
    const first = type.splitLines(text, style, lineWidth).map((line) => ({ text: line, style, height: leading }))
    const second = beside ? type.splitLines(beside, small, lineWidth) : []
    return [...first, ...second.map((line) => ({ text: line, style: small, height: leading * BESIDE.leading }))]
  }
  const makeCell = ({ label, labelBeside, value, valueBeside }: SheetRow, column: number, cellWidth: number): Cell => ({
    x: column * (columnWidth + COLUMN_GAP),
    width: cellWidth,
    label: toLines(label, labelBeside, makeLabelStyle(scale), labelWidth - 6 * scale),
    lines: toLines(value, valueBeside, makeValueStyle(scale), cellWidth - labelWidth),
  })
  const valueStyle = makeValueStyle(scale)
  const isShort = ({ value, valueBeside = '' }: SheetRow) =>
    !value.includes('\n') &&
    type.measureWidth(value, valueStyle) <= columnWidth - labelWidth &&
    type.measureWidth(valueBeside, makeBesideStyle(valueStyle)) <= columnWidth - labelWidth
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

/** Takes fields up to this number of characters in all, by their rank. */
function limitFields(most: number, fields: readonly SheetRow[]): SheetRow[] {
  let characters = 0
  const taken = new Set<SheetRow>()
  for (const field of fields.toSorted((one, other) => getRank(one) - getRank(other))) {
    const length = field.label.length + field.value.length + (field.valueBeside?.length ?? 0)
    if (characters + length > most) continue
    characters += length
    taken.add(field)
  }
  return fields.filter((field) => taken.has(field))
}

const measureHeight = (lines: readonly Line[]) => lines.reduce((sum, { height }) => sum + height, 0)

function makeRow(fields: readonly SheetRow[], cells: Cell[], scale: number): Row {
  const height = Math.max(...cells.flatMap(({ label, lines }) => [measureHeight(label), measureHeight(lines)]))
  return { fields, cells, height: height + ROW_PAD * scale }
}

/** Lays out the table in the largest of these sizes at which it fits; at the smallest, omits what does not fit. */
export function fitTable(
  type: Typesetter,
  fields: readonly SheetRow[],
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

/** Removes fields until the table fits: the longest ones of the lowest rank first. */
export function cutTable(
  type: Typesetter,
  fields: readonly SheetRow[],
  width: number,
  { step, maxHeight }: { step: TypeStep; maxHeight: number },
): Table {
  const whole = layTable(type, fields, width, step)
  const shares = whole.rows.flatMap((row) =>
    row.fields.map((field) => ({ field, height: row.height / row.fields.length })),
  )
  shares.sort((one, other) => getRank(other.field) - getRank(one.field) || other.height - one.height)
  let over = whole.height - maxHeight
  const dropped = new Set<SheetRow>()
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

export function drawTable({ doc, type }: Pen, { rows, step }: Table, { x, y }: Pick<Box, 'x' | 'y'>): void {
  const { scale } = step
  const drawLines = (lines: readonly Line[], left: number, top: number) => {
    let base = top + (ROW_PAD / 2) * scale + TEXT * LEADING * scale * 0.76
    for (const [index, { text, style }] of lines.entries()) {
      type.write(text, left, base, style)
      base += lines[index + 1]?.height ?? 0
    }
  }
  let top = y
  for (const { cells, height } of rows) {
    for (const cell of cells) {
      drawLines(cell.label, x + cell.x, top)
      drawLines(cell.lines, x + cell.x + getLabelWidth(step), top)
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
