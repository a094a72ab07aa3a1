import { LABEL_GRIDS, type LabelGrid } from '@portal/contract/certificates/desk/print-rules.ts'
import { formatMemberNumber } from '@portal/contract/certificates/printed-values.ts'
import { INK } from '../pdf/sheet-geometry.ts'
import { fitLines } from '../pdf/small-type.ts'
import type { Style, Typesetter } from '../pdf/typesetter.ts'
import { mm } from './lengths.ts'
import { drawLookupQr, makeLookupAddress, measureSide } from './lookup-qr.ts'
import type { Drawing } from './print-types.ts'
import { nameReplaced } from './replaced-words.ts'

const GAP = mm(1.2)
const LEAST = 5.5

/**
 * Returns the upper left corner of a label, pt.
 * @param cell index from 0, row by row
 */
function findCorner(grid: LabelGrid, cell: number): { x: number; y: number } {
  const { columns, left, top, pitchX, pitchY } = LABEL_GRIDS[grid]
  return { x: mm(left + (cell % columns) * pitchX), y: mm(top + Math.floor(cell / columns) * pitchY) }
}

/**
 * Draws a label: QR code, conclusion, mass and number.
 * @param cell index on its page, from 0
 */
export function drawLabel({ pen, item, facts }: Drawing, grid: LabelGrid, cell: number): void {
  const { width, height, safe, moduleDots } = LABEL_GRIDS[grid]
  const corner = findCorner(grid, cell)
  const address = makeLookupAddress(facts.origin, item.certificate)
  const side = measureSide(address, moduleDots)
  drawLookupQr(pen, address, { x: corner.x + mm(safe), y: corner.y + (mm(height) - side) / 2, dots: moduleDots })
  const left = corner.x + mm(safe) + side + GAP
  const room = { width: corner.x + mm(width - safe) - left, height: mm(height - 2 * safe) }
  const lines = layOutLines({ pen, item, facts, plates: [], signatures: new Map() }, room)
  const whole = lines.reduce((sum, { style }) => sum + getLeading(style), 0)
  let y = corner.y + (mm(height) - whole) / 2
  for (const { text, style } of lines) {
    y += getLeading(style)
    pen.type.write(text, left, y - style.size * 0.3, style)
  }
}

interface Line {
  text: string
  style: Style
}

const getLeading = ({ size }: Style) => size * 1.28

/** Returns the lines that fit: number, what it replaces and conclusion always, then mass and name of the laboratory. */
function layOutLines({ pen: { type }, item, facts }: Drawing, room: { width: number; height: number }): Line[] {
  const { certificate } = item
  // A label has no room for the day of a replaced number: the conclusion must stay whole.
  const replaced = nameReplaced(item)?.replace(/(SH\d{14})（.*/, (_, number: string) => addBreak(number))
  const scale = Math.max(1, room.width / mm(16.5))
  const small: Style = { weight: 'regular', size: LEAST * Math.min(scale, 1.4), colour: INK.text }
  const size = Math.min(9, 6 * scale)
  const number: Style = { weight: 'bold', size, colour: INK.gold, tracking: 0.02 }
  const fixed = [
    ...toLine(number, type.splitLines(addBreak(certificate.certificateNo), number, room.width)),
    ...toLine(small, replaced === undefined ? [] : type.splitLines(replaced, small, room.width)),
  ]
  const name = fitName(type, certificate.conclusion, { width: room.width, height: room.height - measureHeight(fixed) })
  const mass = formatMemberNumber(certificate, 'totalMassG')
  const massLines = toLine({ ...small, size: 6 * Math.min(scale, 1.4) }, mass === '' ? [] : [`${mass} g`])
  const site = toLine(small, replaced !== undefined ? [] : fitSiteName(type, facts.siteName, small, room.width))
  const all = [
    [...name, ...massLines, ...fixed, ...site],
    [...name, ...massLines, ...fixed],
  ]
  return all.find((lines) => measureHeight(lines) <= room.height) ?? [...name, ...fixed]
}

const toLine = (style: Style, texts: readonly string[]): Line[] => texts.map((text) => ({ text, style }))
const measureHeight = (lines: readonly Line[]) => lines.reduce((sum, { style }) => sum + getLeading(style), 0)

/** Separates the date from the serial number, so that the line can break there. */
const addBreak = (certificateNo: string) => `${certificateNo.slice(0, 10)} ${certificateNo.slice(10)}`

/** Sets the conclusion in the largest type in which it is complete: a treatment at its end must not be lost. */
function fitName(type: Typesetter, conclusion: string, room: { width: number; height: number }): Line[] {
  const big: Style = { weight: 'bold', size: LEAST, colour: INK.text }
  for (const size of [11, 8, 7, 6, LEAST]) {
    const style = { ...big, size }
    const lines = type.splitLines(conclusion, style, room.width)
    const most = size > 8 ? 1 : size > 6 ? 2 : 9
    if (lines.length <= most && lines.length * getLeading(style) <= room.height) return toLine(style, lines)
  }
  const lines = Math.max(1, Math.floor(room.height / getLeading(big)))
  const fitted = fitLines(type, conclusion, big, { width: room.width, lines, sizes: [LEAST] })
  return toLine(fitted.style, fitted.lines)
}

/** Sets the whole name, or the part before 珠宝, as beside the logo. */
function fitSiteName(type: Typesetter, name: string, style: Style, width: number): string[] {
  const head = name.split('珠宝')[0] || name
  return type.measureWidth(name, style) <= width
    ? [name]
    : fitLines(type, head, style, { width, lines: 1, sizes: [style.size] }).lines
}
