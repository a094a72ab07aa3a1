import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { SHEETS } from '@portal/contract/certificates/desk/print-rules.ts'
import { getCertificateTitle } from '@portal/contract/certificates/printed-rows.ts'
import { drawBrand } from '../pdf/brand-mark.ts'
import { drawPlates, type Plate, type PlateStyle } from '../pdf/picture-plates.ts'
import { drawSeal } from '../pdf/seal-mark.ts'
import { INK } from '../pdf/sheet-geometry.ts'
import { drawBand, drawRosette } from '../pdf/sheet-ground.ts'
import type { Pen } from '../pdf/sheet-pen.ts'
import { fitLines } from '../pdf/small-type.ts'
import { drawTitle } from '../pdf/title-lettering.ts'
import type { Style } from '../pdf/typesetter.ts'
import { moveContent } from '../pdf/vector-path.ts'
import { CARD_LINE, selectCardLines } from './card-fields.ts'
import { mm } from './lengths.ts'
import { drawLookupQr, makeLookupAddress, measureSide } from './lookup-qr.ts'
import type { Drawing } from './print-types.ts'
import { nameReplaced } from './replaced-words.ts'

const { width: WIDTH, moduleDots } = SHEETS.card
/** Left and right edge of texts. mm */
const [LEFT, RIGHT] = [5, WIDTH - 5]
const TILE = { width: mm(6.6), height: mm(2.2) }
const BAND = { x: mm(3.6), width: mm(78.4), top: mm(3.3), bottom: mm(48.5) }
const PICTURE = { x: mm(LEFT), y: mm(17.4), width: mm(25.2), height: mm(20.6) }
const PLATE: PlateStyle = {
  gap: 0,
  pad: mm(0.7),
  strip: mm(3.9),
  sizes: { wide: 5.5, narrow: 5.5 },
  hasCaptions: false,
}
const SMALL: Style = { weight: 'regular', size: 5.5, colour: INK.caption }
const BODY: Style = { weight: 'regular', size: 6, colour: INK.text }
const NUMBER: Style = { weight: 'bold', size: 7.5, colour: INK.gold, tracking: 0.04 }

/** Draws the front of a card: picture, conclusion, the rows that fit, QR code and seal. */
export function drawCardFront(drawing: Drawing): void {
  const { pen, item, facts, plates } = drawing
  const { certificate } = item
  drawCardBand(pen, BAND.top)
  drawCardBand(pen, BAND.bottom)
  pen.doc.addContent(drawRosette({ x: mm(43), y: mm(32), radius: mm(17), line: 0.14 }))
  drawBrand(pen, facts, { x: mm(LEFT), y: mm(7.2), size: mm(6.4) })
  const title = { weight: 'bold', size: 8.5, colour: INK.text, tracking: 0.16 } as const
  const words = getCertificateTitle(certificate.category)[0]
  drawTitle(pen, words, { x: mm(RIGHT) - pen.type.measureWidth(words, title), y: mm(11.6), style: title })
  drawGoldLine(pen, 15.2)
  const [first] = plates.filter(({ image }) => image !== null)
  if (first) drawPicture(pen, first)
  const qrSide = drawCode(drawing)
  drawText(drawing, {
    left: first ? 33.4 : LEFT,
    right: RIGHT - qrSide / mm(1) - 1,
    bottom: nameReplaced(item) ? (first ? 45 : 37.5) : first ? 47.4 : 39,
  })
  drawNumber(drawing)
}

export function drawCardBand(pen: Pen, y: number): void {
  pen.doc.addContent(`q 0.25 w 0.73 0.54 0.24 RG\n${moveContent(BAND.x, y, drawBand(BAND.width, TILE))}Q\n`)
}

export function drawGoldLine({ doc }: Pen, y: number): void {
  doc.moveTo(mm(LEFT), mm(y)).lineTo(mm(RIGHT), mm(y)).lineWidth(0.5).strokeColor(INK.goldLine).stroke()
}

/** Draws a picture with its scale; without one it has no strip. */
const drawPicture = (pen: Pen, plate: Plate) =>
  drawPlates(pen, [plate], PICTURE, plate.picture.widthMm ? PLATE : { ...PLATE, strip: PLATE.pad })

/**
 * Draws the QR code at the right and the seal below it.
 * @returns the side of the code, pt
 */
function drawCode({ pen, item, facts }: Drawing): number {
  const address = makeLookupAddress(facts.origin, item.certificate)
  const side = measureSide(address, moduleDots)
  const x = mm(RIGHT) - side
  drawLookupQr(pen, address, { x, y: mm(16.4), dots: moduleDots })
  const middle = mm(RIGHT) - side / 2
  pen.type.write('扫码查询全部项目', middle, mm(16.4) + side + mm(1.6), { ...SMALL, colour: INK.second }, 'centre')
  drawSeal(pen, facts.siteName, { x: middle, y: mm(42.3), radius: mm(5.7) })
  return side
}

function drawText({ pen, item }: Drawing, at: { left: number; right: number; bottom: number }): void {
  const { type } = pen
  const width = mm(at.right - at.left)
  const x = mm(at.left)
  type.write(CERTIFICATE_FIELDS.conclusion.label, x, mm(19.2), SMALL)
  const big: Style = { weight: 'bold', size: 11, colour: INK.text, tracking: 0.04 }
  const conclusion = fitLines(type, item.certificate.conclusion, big, { width, lines: 2, sizes: [11, 9, 8] })
  // A long name in small type takes the space of fields: it is never cut.
  const long = { width, lines: 6, sizes: [7, 6, 5.5] }
  const isLong = conclusion.lines.at(-1)?.endsWith('…') && !item.certificate.conclusion.endsWith('…')
  const { lines, style } = isLong ? fitLines(type, item.certificate.conclusion, big, long) : conclusion
  let y = mm(20.2)
  for (const line of lines) {
    y += style.size * 1.2
    type.write(line, x, y, style)
  }
  y += mm(0.6)
  const room = { width, height: mm(at.bottom) - y, style: BODY }
  for (const { label, text } of selectCardLines(type, item.certificate, room)) {
    y += CARD_LINE.leading
    type.write(label, x, y, SMALL)
    type.write(text, x + CARD_LINE.labelWidth, y, BODY)
  }
}

/** Draws the number in the lower left corner, and what it replaces. */
function drawNumber({ pen: { type }, item }: Drawing): void {
  const { certificate } = item
  const replaced = nameReplaced(item)
  const up = replaced ? 1.9 : 0
  type.write(CERTIFICATE_FIELDS.certificateNo.label, mm(LEFT), mm(42 - up), SMALL)
  type.write(certificate.certificateNo, mm(LEFT), mm(45.6 - up), NUMBER)
  if (replaced) type.write(replaced, mm(LEFT), mm(47.3), { ...SMALL, weight: 'bold' })
}
