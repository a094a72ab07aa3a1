import { LABEL_GRIDS, LABEL_PAGE, type LabelGrid } from '@portal/contract/certificates/desk/print-rules.ts'
import type { Pen } from '../pdf/sheet-pen.ts'
import { BLACK, type Style } from '../pdf/typesetter.ts'
import { mm } from './lengths.ts'

const RULER = 100
const ORIGIN = { x: 40, y: 60 }
const TEXT: Style = { weight: 'regular', size: 10, colour: BLACK }
const WORDS = [
  '一、打印本页时，缩放选“实际大小”或 100 %。',
  '二、量两把尺：印出的长度若是 99.2 mm，缩放填 1000 × 100 ÷ 99.2 = 1008 ‰。',
  '三、量左上角十字到纸边：应为左 20 mm、上 20 mm。偏右或偏下多少，偏移就填负多少。',
  '四、把本页叠在标签纸上对光看：四角的格线应落在标签边上。',
]

/**
 * Draws the test page of a printer, A4 portrait: rulers of 100 mm, a cross 20 mm from the edges, labels in the four
 * corners.
 */
export function drawTestPage({ doc, type }: Pen, grid: LabelGrid): void {
  doc.addContent('q 0.3 w 0 G')
  drawCross({ doc, type }, 20, 20)
  for (let at = 0; at <= RULER; at += 1) {
    const tick = at % 10 === 0 ? 5 : at % 5 === 0 ? 3.5 : 2
    doc.moveTo(mm(ORIGIN.x + at), mm(ORIGIN.y)).lineTo(mm(ORIGIN.x + at), mm(ORIGIN.y - tick))
    doc.moveTo(mm(ORIGIN.x), mm(ORIGIN.y + at)).lineTo(mm(ORIGIN.x - tick), mm(ORIGIN.y + at))
  }
  doc.moveTo(mm(ORIGIN.x), mm(ORIGIN.y)).lineTo(mm(ORIGIN.x + RULER), mm(ORIGIN.y))
  doc.moveTo(mm(ORIGIN.x), mm(ORIGIN.y)).lineTo(mm(ORIGIN.x), mm(ORIGIN.y + RULER))
  drawCorners({ doc, type }, grid)
  doc.addContent('S Q')
  for (let at = 0; at <= RULER; at += 10) {
    type.write(String(at), mm(ORIGIN.x + at), mm(ORIGIN.y - 6), { ...TEXT, size: 7 }, 'centre')
    type.write(String(at), mm(ORIGIN.x - 6), mm(ORIGIN.y + at + 0.9), { ...TEXT, size: 7 }, 'right')
  }
  type.write('打印机校准页', mm(ORIGIN.x + 10), mm(ORIGIN.y + 14), { ...TEXT, weight: 'bold', size: 14 })
  WORDS.flatMap((words) => type.splitLines(words, TEXT, mm(130))).forEach((line, index) => {
    type.write(line, mm(ORIGIN.x + 10), mm(ORIGIN.y + 24 + index * 6.5), TEXT)
  })
}

function drawCross({ doc }: Pen, x: number, y: number): void {
  doc.moveTo(mm(x - 5), mm(y)).lineTo(mm(x + 5), mm(y))
  doc.moveTo(mm(x), mm(y - 5)).lineTo(mm(x), mm(y + 5))
}

/** Draws outlines of the four labels in the corners of the sheet. */
function drawCorners({ doc }: Pen, grid: LabelGrid): void {
  const { columns, rows, left, top, pitchX, pitchY, width, height } = LABEL_GRIDS[grid]
  for (const column of [0, columns - 1]) {
    for (const row of [0, rows - 1]) {
      doc.rect(mm(left + column * pitchX), mm(top + row * pitchY), mm(width), mm(height))
    }
  }
  doc.moveTo(0, mm(LABEL_PAGE.height / 2)).lineTo(mm(4), mm(LABEL_PAGE.height / 2))
}
