import { printedNumber } from '@portal/contract/certificates/printed-values.ts'
import { LABEL_GRIDS, type LabelGrid, replacesText } from '@portal/contract/manage/certificates/print-rules.ts'
import { INK } from '../pdf/sheet-geometry.ts'
import type { Style, Typesetter } from '../pdf/typesetter.ts'
import { mm } from './lengths.ts'
import { drawLookupQr, lookupAddress, sideOf } from './lookup-qr.ts'
import type { Drawing } from './print-types.ts'
import { fitLines } from './small-type.ts'

const GAP = mm(1.2)
const LEAST = 5.5

/**
 * Returns the upper left corner of a label, pt.
 * @param cell index from 0, row by row
 */
function cornerOf(grid: LabelGrid, cell: number): { x: number; y: number } {
  const { columns, left, top, pitchX, pitchY } = LABEL_GRIDS[grid]
  return { x: mm(left + (cell % columns) * pitchX), y: mm(top + Math.floor(cell / columns) * pitchY) }
}

/**
 * Draws a label: QR code, conclusion, mass and number.
 * @param cell index on its page, from 0
 */
export function drawLabel({ pen, item, facts }: Drawing, grid: LabelGrid, cell: number): void {
  const { width, height, safe, moduleDots } = LABEL_GRIDS[grid]
  const corner = cornerOf(grid, cell)
  const address = lookupAddress(facts.origin, item.certificate)
  const side = sideOf(address, moduleDots)
  drawLookupQr(pen, address, { x: corner.x + mm(safe), y: corner.y + (mm(height) - side) / 2, dots: moduleDots })
  const left = corner.x + mm(safe) + side + GAP
  const room = { width: corner.x + mm(width - safe) - left, height: mm(height - 2 * safe) }
  const lines = linesFor({ pen, item, facts, plates: [] }, room)
  const whole = lines.reduce((sum, { style }) => sum + leadingOf(style), 0)
  let y = corner.y + (mm(height) - whole) / 2
  for (const { text, style } of lines) {
    y += leadingOf(style)
    pen.type.write(text, left, y - style.size * 0.3, style)
  }
}

interface Line {
  text: string
  style: Style
}

const leadingOf = ({ size }: Style) => size * 1.28

/** Returns the lines that fit: number, version and conclusion always, then mass and name of the laboratory. */
function linesFor({ pen: { type }, item, facts }: Drawing, room: { width: number; height: number }): Line[] {
  const { certificate, replaces } = item
  const scale = Math.max(1, room.width / mm(16.5))
  const small: Style = { weight: 'regular', size: LEAST * Math.min(scale, 1.4), colour: INK.text }
  const size = Math.min(9, 6 * scale)
  const number: Style = { weight: 'bold', size, colour: INK.gold, tracking: 0.02 }
  const fixed = [
    ...inStyle(number, type.linesOf(spaced(certificate.certificateNo), number, room.width)),
    ...inStyle(small, replaces ? type.linesOf(replacesText(certificate.version, replaces), small, room.width) : []),
  ]
  const name = nameLines(type, certificate.conclusion, { width: room.width, height: room.height - heightOf(fixed) })
  const mass = printedNumber(certificate, 'totalMassG')
  const massLines = inStyle({ ...small, size: 6 * Math.min(scale, 1.4) }, mass === '' ? [] : [`${mass} g`])
  const site = inStyle(small, replaces ? [] : siteLine(type, facts.siteName, small, room.width))
  const all = [
    [...name, ...massLines, ...fixed, ...site],
    [...name, ...massLines, ...fixed],
  ]
  return all.find((lines) => heightOf(lines) <= room.height) ?? [...name, ...fixed]
}

const inStyle = (style: Style, texts: readonly string[]): Line[] => texts.map((text) => ({ text, style }))
const heightOf = (lines: readonly Line[]) => lines.reduce((sum, { style }) => sum + leadingOf(style), 0)

/** Separates the date from the serial number, so that the line can break there. */
const spaced = (certificateNo: string) => `${certificateNo.slice(0, 10)} ${certificateNo.slice(10)}`

/** Sets the conclusion in the largest type in which it is complete: a treatment at its end must not be lost. */
function nameLines(type: Typesetter, conclusion: string, room: { width: number; height: number }): Line[] {
  const big: Style = { weight: 'bold', size: LEAST, colour: INK.text }
  for (const size of [11, 8, 7, 6, LEAST]) {
    const style = { ...big, size }
    const lines = type.linesOf(conclusion, style, room.width)
    const most = size > 8 ? 1 : size > 6 ? 2 : 9
    if (lines.length <= most && lines.length * leadingOf(style) <= room.height) return inStyle(style, lines)
  }
  const lines = Math.max(1, Math.floor(room.height / leadingOf(big)))
  const fitted = fitLines(type, conclusion, big, { width: room.width, lines, sizes: [LEAST] })
  return inStyle(fitted.style, fitted.lines)
}

/** Sets the whole name, or the part before 珠宝, as beside the logo. */
function siteLine(type: Typesetter, name: string, style: Style, width: number): string[] {
  const head = name.split('珠宝')[0] || name
  return type.widthOf(name, style) <= width
    ? [name]
    : fitLines(type, head, style, { width, lines: 1, sizes: [style.size] }).lines
}
