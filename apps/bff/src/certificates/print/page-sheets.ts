import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { drawFindings } from '../pdf/certificate-sheet.ts'
import { drawTable, fitTable, TYPE_STEPS } from '../pdf/field-table.ts'
import { drawPlates } from '../pdf/picture-plates.ts'
import { INK } from '../pdf/sheet-geometry.ts'
import { getEnglishConclusion, listTableRows } from '../pdf/sheet-rows.ts'
import type { Style } from '../pdf/typesetter.ts'
import { mm } from './lengths.ts'
import { A4_PLAN, A5_PLAN, drawGround, drawPageFoot, drawPageHead } from './page-certificate.ts'
import type { Drawing } from './print-types.ts'
import { fitLines } from './small-type.ts'

/** Draws a certificate on A4, landscape: pictures at the left, conclusion and table at the right. */
export function drawA4(drawing: Drawing): void {
  const { pen, item, plates } = drawing
  drawGround(pen, A4_PLAN)
  drawPageHead(drawing, A4_PLAN)
  const [top, height] = [mm(65), mm(91)]
  const left = plates.length > 0 ? 104 : A4_PLAN.left
  if (plates.length > 0) drawPlates(pen, plates, { x: mm(A4_PLAN.left), y: top, width: mm(70), height })
  drawFindings(pen, item.certificate, { x: mm(left), y: top, width: mm(A4_PLAN.right - left), height })
  drawPageFoot(drawing, A4_PLAN)
}

/** Upper and lower edge of the table on A5. mm */
const A5_TABLE = { top: 98, bottom: 154 }
const A5_PICTURE = { y: 52, width: 50, height: 42 }

/** Draws a certificate on A5, portrait: picture and conclusion side by side, the table below. */
export function drawA5(drawing: Drawing): void {
  const { pen, item, plates } = drawing
  const { type } = pen
  const { certificate } = item
  drawGround(pen, A5_PLAN)
  drawPageHead(drawing, A5_PLAN)
  const { left, right } = A5_PLAN
  const hasPlates = plates.length > 0
  if (hasPlates) {
    const box = { x: mm(left), y: mm(A5_PICTURE.y), width: mm(A5_PICTURE.width), height: mm(A5_PICTURE.height) }
    drawPlates(pen, plates.slice(0, 4), box)
  }
  const x = mm(hasPlates ? left + A5_PICTURE.width + 6 : left)
  const width = mm(right) - x
  const label: Style = { weight: 'regular', size: 7, colour: INK.caption }
  type.write(CERTIFICATE_FIELDS.conclusion.label, x, mm(56), label)
  const big: Style = { weight: 'bold', size: 19, colour: INK.text, tracking: 0.04 }
  const conclusion = fitLines(type, certificate.conclusion, big, { width, lines: 4, sizes: [19, 16, 13, 11, 9] })
  const small: Style = { weight: 'regular', size: 9, colour: INK.second }
  const english = fitLines(type, getEnglishConclusion(certificate), small, { width, lines: 2, sizes: [9, 7.5, 6.5] })
  let y = mm(57)
  for (const { lines, style } of [conclusion, english]) {
    for (const line of lines) {
      y += style.size * 1.35
      type.write(line, x, y, style)
    }
  }
  const top = hasPlates ? mm(A5_TABLE.top) : Math.max(y + mm(4), mm(72))
  const room = { width: mm(right - left), height: mm(A5_TABLE.bottom) - top }
  const steps = TYPE_STEPS.filter(({ scale }) => scale <= 0.94)
  const table = fitTable(type, listTableRows(certificate), room, steps)
  drawTable(pen, table, { x: mm(left), y: top })
  drawPageFoot(drawing, A5_PLAN)
  const end = top + table.height
  // Marks the end, so that nothing can be added below.
  if (table.left === 0 && mm(A5_TABLE.bottom) - end > mm(9)) {
    type.write('（以下空白）', mm((left + right) / 2), end + mm(6), label, 'centre')
  }
  if (table.left > 0) {
    const note = `另有 ${table.left} 项内容未能排入本页，请在官网查询结果中查看`
    type.write(note, mm(left), mm(A5_TABLE.bottom + 1.4), { weight: 'bold', size: 6.5, colour: INK.danger })
  }
}
