import { drawCrown } from './brand-mark.ts'
import { INK } from './sheet-geometry.ts'
import type { Pen } from './sheet-pen.ts'
import type { Style } from './typesetter.ts'

const SEAL_WORDS = '检测专用章'
/** Measures of the seal on the site, which is 140 wide: its rings, the baseline of its text, and the text size. */
const [SITE_RADIUS, OUTER, INNER, WORDS, TYPE] = [70, 66, 60, 49, 15]
const SITE_TURN_DEGREES = -9
/** The name runs around the upper part, degrees. */
const ARC_DEGREES = 200
const OPACITY = 0.82

/** Draws the laboratory's seal as the site shows it. It is an ornament: the receipt is what proves the answer. */
export function drawSeal(pen: Pen, siteName: string, { x, y, radius }: { x: number; y: number; radius: number }): void {
  const { doc, type } = pen
  const scale = radius / SITE_RADIUS
  const style: Style = { weight: 'bold', size: TYPE * scale, colour: INK.danger }
  doc.save()
  doc
    .rotate(SITE_TURN_DEGREES, { origin: [x, y] })
    .opacity(OPACITY)
    .strokeColor(INK.danger)
  doc
    .lineWidth(3 * scale)
    .circle(x, y, OUTER * scale)
    .stroke()
  doc
    .lineWidth(0.8 * scale)
    .circle(x, y, INNER * scale)
    .stroke()
  const letters = [...siteName]
  const step = Math.min(ARC_DEGREES / Math.max(letters.length - 1, 1), ARC_DEGREES / 8)
  letters.forEach((letter, place) => {
    doc.save()
    doc.rotate((place - (letters.length - 1) / 2) * step, { origin: [x, y] })
    type.write(letter, x, y - WORDS * scale, style, 'centre')
    doc.restore()
  })
  drawCrown(pen, { x, y: y - 2 * scale, radius: 22 * scale, colour: INK.danger })
  type.write(SEAL_WORDS, x, y + 42 * scale, { ...style, size: 13 * scale }, 'centre')
  doc.restore()
}
