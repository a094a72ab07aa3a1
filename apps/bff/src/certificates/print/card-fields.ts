import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { type PrintedRow, toPrintedRows } from '@portal/contract/certificates/printed-rows.ts'
import type { Style, Typesetter } from '../pdf/typesetter.ts'
import { mm } from './lengths.ts'

const LABEL_WIDTH = mm(8.5)
const LEADING = mm(3.05)

export interface CardLine {
  label: string
  text: string
}

interface Room {
  width: number
  height: number
  style: Style
}

/**
 * Returns the rows that fit, by their rank on the card. Treatment and remarks are always included, as buyers must not
 * miss them; the lookup shows all rows.
 */
export function selectCardLines(
  type: Typesetter,
  certificate: Certificate,
  { width, height, style }: Room,
): CardLine[] {
  const rows = toPrintedRows(certificate).filter(({ card }) => card !== undefined)
  const always = rows.filter(({ card }) => card === 'always')
  const ranked = rows
    .filter(({ card }) => card !== 'always')
    .toSorted((one, other) => Number(one.card) - Number(other.card))
  let left = Math.floor(height / LEADING)
  const placed = new Map<PrintedRow, CardLine[]>()
  for (const row of [...always, ...ranked]) {
    const lines = breakRow(type, row, { width, style })
    if (lines.length > left) continue
    placed.set(row, lines)
    left -= lines.length
  }
  return [...ranked, ...always].flatMap((row) => placed.get(row) ?? [])
}

function breakRow(type: Typesetter, { label, value }: PrintedRow, { width, style }: Omit<Room, 'height'>): CardLine[] {
  const lines = type.splitLines(value, style, width - LABEL_WIDTH)
  return lines.map((text, index) => ({ label: index === 0 ? label : '', text }))
}

export const CARD_LINE = { leading: LEADING, labelWidth: LABEL_WIDTH } as const
