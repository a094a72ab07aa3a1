import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { drawFindings, drawPlatesAtLeft } from '../pdf/certificate-sheet.ts'
import { drawTable, fitTable, type Table, TYPE_STEPS } from '../pdf/field-table.ts'
import { drawPlates } from '../pdf/picture-plates.ts'
import { type Box, INK } from '../pdf/sheet-geometry.ts'
import { getEnglishConclusion, listTableRows } from '../pdf/sheet-rows.ts'
import { fitLines } from '../pdf/small-type.ts'
import type { Style } from '../pdf/typesetter.ts'
import { mm } from './lengths.ts'
import { A4_PLAN, A5_PLAN, drawGround, drawPageFoot, drawPageHead } from './page-certificate.ts'
import type { Drawing } from './print-types.ts'

/** Draws a certificate on A4, landscape: pictures at the left, conclusion and table at the right. */
export function drawA4(drawing: Drawing): void {
  const { pen, item, plates } = drawing
  drawGround(pen, A4_PLAN)
  drawPageHead(drawing, A4_PLAN)
  const [top, height] = [mm(65), mm(91)]
  const left = drawPlatesAtLeft(pen, plates, { x: mm(A4_PLAN.left), y: top, width: mm(76), height })
  drawFindings(pen, item.certificate, { x: left, y: top, width: mm(A4_PLAN.right) - left, height })
  drawPageFoot(drawing, A4_PLAN)
}

/** Upper edge of the content and lower edge of the table on A5. mm */
const A5_CONTENT = { top: 52, bottom: 154 }
/** Maximum size of a single picture, which stands beside the conclusion. mm */
const A5_PICTURE = { width: 52, height: 44 }
/** Heights of a band of several pictures; it is lower where the table needs the space. mm */
const A5_BANDS = { few: [46, 38, 30, 24], many: [46, 38] } as const
/** More pictures than this are in two rows. */
const A5_FEW = 4
/** Least scale of the table's type beside a band that could be lower. */
const A5_READABLE = 0.76
const A5_GAP = mm(4)
const A5_STEPS = TYPE_STEPS.filter(({ scale }) => scale <= 0.94)

/** Draws a certificate on A5, portrait: one picture beside the conclusion, several below it; then the table. */
export function drawA5(drawing: Drawing): void {
  const { pen, item, plates } = drawing
  const { type } = pen
  drawGround(pen, A5_PLAN)
  drawPageHead(drawing, A5_PLAN)
  const [left, width] = [mm(A5_PLAN.left), mm(A5_PLAN.right - A5_PLAN.left)]
  const bottom = mm(A5_CONTENT.bottom)
  let top = mm(A5_CONTENT.top)
  if (plates.length === 1) {
    const picture = drawPlates(pen, plates, {
      x: left,
      y: top,
      width: mm(A5_PICTURE.width),
      height: mm(A5_PICTURE.height),
    })
    const x = left + picture.width + mm(6)
    const end = drawConclusion(drawing, { x, y: top, width: left + width - x })
    top = Math.max(end, picture.y + picture.height)
  } else top = drawConclusion(drawing, { x: left, y: top, width })
  const rows = listTableRows(item.certificate)
  if (plates.length > 1) {
    const bands = A5_BANDS[plates.length > A5_FEW ? 'many' : 'few'].map((length) => mm(length))
    const height = bands.find((band) => {
      const room = { width, height: bottom - top - band - 2 * A5_GAP }
      return band === bands.at(-1) || isReadable(fitTable(type, rows, room, A5_STEPS))
    })
    const band = drawPlates(pen, plates, { x: left, y: top + A5_GAP, width, height: height ?? 0 })
    top = band.y + band.height
  }
  top += A5_GAP
  const table = fitTable(type, rows, { width, height: bottom - top }, A5_STEPS)
  drawTable(pen, table, { x: left, y: top })
  drawPageFoot(drawing, A5_PLAN)
  const end = top + table.height
  // Marks the end, so that nothing can be added below.
  if (table.left === 0 && bottom - end > mm(9)) {
    type.write('（以下空白）', left + width / 2, end + mm(6), A5_LABEL, 'centre')
  }
  if (table.left > 0) {
    const note = `另有 ${table.left} 项内容未能排入本页，请在官网查询结果中查看`
    type.write(note, left, mm(A5_CONTENT.bottom + 1.4), { weight: 'bold', size: 6.5, colour: INK.danger })
  }
}

const isReadable = ({ left, step }: Table) => left === 0 && step.scale >= A5_READABLE

const A5_LABEL: Style = { weight: 'regular', size: 7, colour: INK.caption }

/** Draws the conclusion in both languages. @returns its lower edge */
function drawConclusion({ pen: { type }, item }: Drawing, { x, y: top, width }: Omit<Box, 'height'>): number {
  const { certificate } = item
  type.write(CERTIFICATE_FIELDS.conclusion.label, x, top + mm(4), A5_LABEL)
  const big: Style = { weight: 'bold', size: 19, colour: INK.text, tracking: 0.04 }
  const text = certificate.conclusion
  const fitted = fitLines(type, text, big, { width, lines: 4, sizes: [19, 16, 13, 11, 9] })
  // A long name has more lines in small type: it is never cut.
  const isCut = fitted.lines.at(-1)?.endsWith('…') && !text.endsWith('…')
  const conclusion = isCut ? fitLines(type, text, big, { width, lines: 8, sizes: [9, 8] }) : fitted
  const small: Style = { weight: 'regular', size: 9, colour: INK.second }
  const english = fitLines(type, getEnglishConclusion(certificate), small, { width, lines: 4, sizes: [9, 7.5, 6.5] })
  let y = top + mm(5)
  for (const { lines, style } of [conclusion, english]) {
    for (const line of lines) {
      y += style.size * 1.35
      type.write(line, x, y, style)
    }
  }
  return y + small.size * 0.4
}
