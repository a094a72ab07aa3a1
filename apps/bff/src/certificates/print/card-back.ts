import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { CODE_FIELD, SHEETS } from '@portal/contract/certificates/desk/print-rules.ts'
import { toPrintedRows } from '@portal/contract/certificates/printed-rows.ts'
import { INK } from '../pdf/sheet-geometry.ts'
import { fitLines } from '../pdf/small-type.ts'
import type { Style } from '../pdf/typesetter.ts'
import { drawCardBand, drawGoldLine } from './card-front.ts'
import { drawCodeField } from './code-field.ts'
import { mm } from './lengths.ts'
import type { Drawing } from './print-types.ts'

const LEFT = 5
const RIGHT = SHEETS.card.width - 5
/** Width of the column for signatories, standards and marks. mm */
const COLUMN = 57
const SMALL: Style = { weight: 'regular', size: 5.5, colour: INK.text }
const BODY: Style = { weight: 'regular', size: 6, colour: INK.text }
const HEAD: Style = { weight: 'bold', size: 7, colour: INK.text }
/** Height of the characters of the microtext, as on banknotes. mm */
const MICROTEXT = 0.42

/** Draws the back of a card: code field, lookup instructions, signatories and standards, microtext. */
export function drawCardBack({ pen, item, facts }: Drawing): void {
  const { doc, type } = pen
  const host = new URL(facts.origin).host
  drawCardBand(pen, mm(3.3))
  type.write('核对码', mm(LEFT), mm(11.6), HEAD)
  if (item.checkCode === null) {
    type.write('本卡不含核对码，查询请用原卡上的核对码', mm(LEFT), mm(16), BODY)
  } else {
    type.write('刮开涂层，与编号一同查询', mm(LEFT + 11), mm(11.6), SMALL)
    drawCodeField(pen, item.checkCode, { x: mm(LEFT), y: mm(14) })
  }
  const steps = [`打开 ${host} 或扫正面二维码`, '输入证书编号与核对码', '与影像、质量逐项核对实物']
  steps.forEach((step, index) => {
    const y = mm(14 + CODE_FIELD.height + 6 + index * 3.4)
    const [line = ''] = fitLines(type, `${index + 1}　${step}`, SMALL, { width: mm(46), lines: 1, sizes: [5.5] }).lines
    type.write(line, mm(LEFT), y, SMALL)
  })
  doc.moveTo(mm(54), mm(9)).lineTo(mm(54), mm(38.6)).lineWidth(0.5).strokeColor(INK.goldLine).stroke()
  drawColumn({ pen, item, facts, plates: [], signatures: new Map() })
  drawGoldLine(pen, 41)
  type.write('涂层已刮开的证书，请当面查询。证书只对所附影像与编号所指样品负责。', mm(LEFT), mm(44.4), SMALL)
  const phone = facts.phone ? `　电话 ${facts.phone}` : ''
  type.write(`${facts.siteName}　${host}${phone}`, mm(LEFT), mm(47.4), SMALL)
  drawMicrotext({ pen, item, facts, plates: [], signatures: new Map() })
}

function drawColumn({ pen, item: { certificate } }: Drawing): void {
  const { type } = pen
  const width = mm(RIGHT - COLUMN)
  let y = 11.6
  const standards = (certificate.standards ?? []).join((certificate.standards?.length ?? 0) > 3 ? '；' : '\n')
  if (standards) {
    type.write(CERTIFICATE_FIELDS.standards.label, mm(COLUMN), mm(y), SMALL)
    const { lines, style } = fitLines(type, standards, BODY, { width, lines: 3, sizes: [6, 5.5] })
    lines.forEach((line, index) => {
      type.write(line, mm(COLUMN), mm(y + 3.1 + index * 2.7), style)
    })
    y += 3.1 + lines.length * 2.7 + 1
  }
  for (const { label, value } of toPrintedRows(certificate).filter(({ group }) => group === 'foot')) {
    const [line = ''] = fitLines(type, `${label}　${value}`, BODY, { width, lines: 1, sizes: [6, 5.5] }).lines
    type.write(line, mm(COLUMN), mm(y), BODY)
    y += 3.1
  }
}

/** Draws number and name repeatedly in one line: a copier turns it into a stroke. */
function drawMicrotext({ pen: { type }, item, facts }: Drawing): void {
  const style: Style = { ...SMALL, size: mm(MICROTEXT) }
  const repeatedText = `${item.certificate.certificateNo} ${facts.siteName} `
  const times = Math.floor(mm(RIGHT - LEFT) / type.measureWidth(repeatedText, style))
  type.write(repeatedText.repeat(Math.max(times, 1)).trimEnd(), mm(LEFT), mm(50.2), style)
}
