import { CODE_FIELD } from '@portal/contract/certificates/desk/print-rules.ts'
import { INK } from '../pdf/sheet-geometry.ts'
import type { Pen } from '../pdf/sheet-pen.ts'
import { drawPolyline, drawSine } from '../pdf/vector-path.ts'
import { mm } from './lengths.ts'

/** Type of the code: 12 pt with fixed advance widths, as in a monospaced face with a tracking of 0.2 em. */
const CODE = { size: 12, step: 0.6 + 0.2 }
/** Lines under the code that confuse a reader who lights it from behind. pt */
const LINES = { step: 2.4, swing: 1.5, period: 8.5, width: 0.55 }

/**
 * Draws the check code on lines that hide it from light behind the card. A print shop lays the foil over it, 1 mm
 * inside the field; a card printer covers it with a scratch label of this size.
 */
export function drawCodeField({ doc, type }: Pen, code: string, { x, y }: { x: number; y: number }): void {
  const [width, height] = [mm(CODE_FIELD.width), mm(CODE_FIELD.height)]
  doc.save()
  doc.rect(x, y, width, height).clip()
  doc
    .lineWidth(LINES.width)
    .strokeColor(CONFUSION)
    .addContent(drawConfusionLines(x, y, width, height))
  doc.restore()
  doc.rect(x, y, width, height).lineWidth(0.4).strokeColor(INK.goldLine).stroke()
  const step = CODE.size * CODE.step
  const style = { weight: 'bold', size: CODE.size, colour: INK.text } as const
  const left = x + width / 2 - (step * (code.length - 1)) / 2
  const base = y + height / 2 + CODE.size * 0.37
  for (const [place, letter] of [...code].entries()) type.write(letter, left + place * step, base, style, 'centre')
}

/** Colour of these lines: dark enough to be seen through paper, light enough to leave the code readable. */
const CONFUSION = '#cbbd9c'

/** Draws straight lines and waves alternately. */
function drawConfusionLines(x: number, y: number, width: number, height: number): string {
  const rows = Math.ceil(height / LINES.step)
  const path = Array.from({ length: rows }, (_, row) => {
    const base = y + (row + 0.5) * LINES.step
    const wave = { x, y: base, period: LINES.period, swing: LINES.swing, phase: row * 1.1, waves: width / LINES.period }
    const straight = drawPolyline([
      [x, base],
      [x + width, base],
    ])
    return `${straight}${drawSine(wave)}`
  })
  return `${path.join('')}S\n`
}
