import { SHEETS } from '@portal/contract/certificates/desk/print-rules.ts'
import { drawBrand } from '../pdf/brand-mark.ts'
import { drawSignatures } from '../pdf/certificate-sheet.ts'
import { drawSeal } from '../pdf/seal-mark.ts'
import { INK } from '../pdf/sheet-geometry.ts'
import { drawBands, drawRosette, frame } from '../pdf/sheet-ground.ts'
import type { Pen } from '../pdf/sheet-pen.ts'
import { CHINESE_WORDS } from '../pdf/sheet-words.ts'
import { drawTitle } from '../pdf/title-lettering.ts'
import type { Style } from '../pdf/typesetter.ts'
import { drawCodeField } from './code-field.ts'
import { mm } from './lengths.ts'
import { drawLookupQr, makeLookupAddress, measureSide } from './lookup-qr.ts'
import { drawMarks } from './mark-lettering.ts'
import type { Drawing } from './print-types.ts'

/** Differences between A4 and A5: lengths in mm, sizes of type in pt. */
export interface PagePlan {
  width: number
  height: number
  /** Distance of the frame from the edge, and the cut of its corners. */
  safe: number
  cut: number
  /** Left and right edge of texts. */
  left: number
  right: number
  brand: { y: number; size: number }
  title: { x: number; y: number; size: number; isCentred: boolean }
  number: { label: number; y: number; size: number }
  /** Size of labels and small texts. */
  small: number
  rosette: { x: number; y: number; radius: number; line: number }
  seal: { x: number; y: number; radius: number }
  /** Upper gold line, lower gold line. */
  rules: readonly [number, number]
  /** Labels of the signatories. With pictures they are higher, and the names are lower by `base`, pt. */
  signatures: { y: number; width: number; pictured: { y: number; base: number } }
  code: { label: number; x: number; y: number }
  /** Position of the address and telephone number of the site. */
  site: { x: number; y: number }
  /** Upper edge of the QR code, which is at the right, and the text beside it where there is no space for the usual one. */
  qr: { y: number; dots: number; hint?: readonly string[] }
}

export const A4_PLAN: PagePlan = {
  width: SHEETS.a4.width,
  height: SHEETS.a4.height,
  safe: SHEETS.a4.safe,
  cut: 8,
  left: 24,
  right: 273,
  brand: { y: 24, size: 13 },
  title: { x: 24, y: 53, size: 24, isCentred: false },
  number: { label: 31, y: 38.4, size: 15 },
  small: 9,
  rosette: { x: 165, y: 108, radius: 75, line: 0.45 },
  seal: { x: 186, y: 179, radius: 18 },
  rules: [60, 160],
  signatures: { y: 168, width: 140, pictured: { y: 163.6, base: 36 } },
  code: { label: 180.4, x: 24, y: 182 },
  site: { x: 74, y: 187 },
  qr: { y: 164, dots: SHEETS.a4.moduleDots },
}

export const A5_PLAN: PagePlan = {
  width: SHEETS.a5.width,
  height: SHEETS.a5.height,
  safe: SHEETS.a5.safe,
  cut: 6,
  left: 16,
  right: 132,
  brand: { y: 16, size: 11 },
  title: { x: 74, y: 41, size: 18, isCentred: true },
  number: { label: 20.4, y: 26, size: 11 },
  small: 7,
  rosette: { x: 74, y: 112, radius: 55, line: 0.35 },
  seal: { x: 86, y: 184.5, radius: 13 },
  rules: [47, 156],
  signatures: { y: 162.4, width: 116, pictured: { y: 160.7, base: 29 } },
  code: { label: 179.4, x: 16, y: 181 },
  site: { x: 16, y: 195.6 },
  qr: { y: 173, dots: SHEETS.a5.moduleDots, hint: ['扫码查询'] },
}

/** Draws frame and bands. The page has no background colour, as the paper may have its own. */
export function drawGround({ doc }: Pen, { width, height, safe, cut, rosette: rose }: PagePlan): void {
  const box = { x: mm(safe), y: mm(safe), width: mm(width - 2 * safe), height: mm(height - 2 * safe) }
  const tile = { width: mm(safe >= 8 ? 12 : 6.6), height: mm(safe >= 8 ? 4 : 2.2) }
  doc.addContent(drawRosette({ x: mm(rose.x), y: mm(rose.y), radius: mm(rose.radius), line: rose.line }))
  doc.addContent(drawBands({ frame: box, cut: mm(cut), inset: mm(1.6), tile }))
  doc.addContent(frame(box, mm(cut)))
}

export function drawPageHead({ pen, item, facts }: Drawing, plan: PagePlan): void {
  const { type, words = CHINESE_WORDS } = pen
  const { certificate, replaces, marks } = item
  const right = mm(plan.right)
  const label: Style = { weight: 'regular', size: plan.small, colour: INK.caption }
  drawBrand(pen, facts, { x: mm(plan.left), y: mm(plan.brand.y), size: mm(plan.brand.size) })
  const title: Style = { weight: 'bold', size: plan.title.size, colour: INK.text, tracking: words.tracking }
  const name = words.title(certificate.category)
  const width = type.measureWidth(name, title)
  const half = plan.title.isCentred ? (width - title.size * words.tracking) / 2 : 0
  drawTitle(pen, name, { x: mm(plan.title.x) - half, y: mm(plan.title.y), style: title })
  const beside = words.titleBeside(certificate.category)
  type.write(beside, mm(plan.title.x) + width + mm(2), mm(plan.title.y), { ...label, size: 12, colour: INK.second })
  type.write(words.number, right, mm(plan.number.label), label, 'right')
  const number: Style = { weight: 'bold', size: plan.number.size, colour: INK.gold, tracking: 0.04 }
  type.write(certificate.certificateNo, right, mm(plan.number.y), number, 'right')
  const below = mm(plan.number.y) + plan.small * 1.6
  const version = words.version(certificate, replaces ?? undefined)
  const isFirst = !replaces && !certificate.amendment
  type.write(version, right, below, isFirst ? label : { ...label, weight: 'bold' }, 'right')
  drawMarks(pen, marks, { x: right, y: below + plan.small * 1.8, size: plan.small, align: 'right' })
  drawGoldRule(pen, plan, plan.rules[0])
}

/** Draws signatories, the code field, the seal and the QR code. */
export function drawPageFoot({ pen, item, facts, signatures }: Drawing, plan: PagePlan): void {
  const { type } = pen
  const { print: words, shortLookupPath } = pen.words ?? CHINESE_WORDS
  const host = new URL(facts.origin).host
  const text: Style = { weight: 'regular', size: Math.max(6.5, plan.small - 1.5), colour: INK.second }
  drawGoldRule(pen, plan, plan.rules[1])
  const { width, pictured } = plan.signatures
  const { y } = signatures.size > 0 ? pictured : plan.signatures
  const signed = { pictures: signatures, base: pictured.base }
  drawSignatures(pen, item.certificate, { x: mm(plan.left), y: mm(y), width: mm(width) }, signed)
  if (item.checkCode === null) {
    for (const [index, line] of words.noCode.entries()) {
      type.write(line, mm(plan.code.x), mm(plan.code.label) + index * text.size * 1.4, text)
    }
  } else {
    type.write(words.code, mm(plan.code.x), mm(plan.code.label), text)
    drawCodeField(pen, item.checkCode, { x: mm(plan.code.x), y: mm(plan.code.y) })
  }
  drawSeal(pen, facts.siteName, { x: mm(plan.seal.x), y: mm(plan.seal.y), radius: mm(plan.seal.radius) })
  const address = makeLookupAddress(facts.origin, item.certificate, shortLookupPath)
  const side = measureSide(address, plan.qr.dots)
  drawLookupQr(pen, address, { x: mm(plan.right) - side, y: mm(plan.qr.y), dots: plan.qr.dots })
  const lines = [words.lookUp(host), ...(facts.phone ? [words.phone(facts.phone)] : [])]
  const isOneLine = plan.site.x === plan.left
  for (const [index, line] of (isOneLine ? [lines.join('　')] : lines).entries()) {
    type.write(line, mm(plan.site.x), mm(plan.site.y) + index * text.size * 1.6, text)
  }
  const { hint = words.hint } = plan.qr
  hint.forEach((line, index) => {
    const y = mm(plan.qr.y) + side - mm(1) - (hint.length - 1 - index) * text.size * 1.5
    type.write(line, mm(plan.right) - side - mm(1.5), y, text, 'right')
  })
}

function drawGoldRule({ doc }: Pen, { left, right }: PagePlan, y: number): void {
  doc.moveTo(mm(left), mm(y)).lineTo(mm(right), mm(y)).lineWidth(0.8).strokeColor(INK.goldLine).stroke()
}
