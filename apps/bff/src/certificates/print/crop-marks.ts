import { SHEETS } from '@portal/contract/certificates/desk/print-rules.ts'
import { INK } from '../pdf/sheet-geometry.ts'
import type { Pen } from '../pdf/sheet-pen.ts'
import { DOT, mm, onDots } from './lengths.ts'

const { width, height, bleed } = SHEETS.card
/** Distance between the trim and the edge of the sheet, in whole dots of a printer. pt */
export const MARK_MARGIN = onDots(mm(6) + DOT / 2)
/** Position and length of crop marks, which begin outside the bleed. mm */
const MARK = { from: 2.6, length: 3 }

/** Fills the bleed with the paper's colour, so that a cut that is off by a millimetre shows no white. */
export function drawBleed({ doc }: Pen): void {
  doc.rect(-mm(bleed), -mm(bleed), mm(width + 2 * bleed), mm(height + 2 * bleed)).fill(INK.paper)
}

export function drawCropMarks({ doc }: Pen): void {
  doc.addContent('q 0.25 w 0 G')
  for (const x of [0, width]) {
    for (const y of [0, height]) {
      const [outX, outY] = [x === 0 ? -1 : 1, y === 0 ? -1 : 1]
      doc.moveTo(mm(x + outX * MARK.from), mm(y)).lineTo(mm(x + outX * (MARK.from + MARK.length)), mm(y))
      doc.moveTo(mm(x), mm(y + outY * MARK.from)).lineTo(mm(x), mm(y + outY * (MARK.from + MARK.length)))
    }
  }
  doc.addContent('S Q')
}
