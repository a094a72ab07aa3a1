import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { type Box, INK, PAGE_PT } from './sheet-geometry.ts'
import type { Pen } from './sheet-pen.ts'
import { CHINESE_WORDS } from './sheet-words.ts'
import type { Style } from './typesetter.ts'
import { chamferCorners } from './vector-path.ts'

const TINT = '#f8e7e3'
const PAD = 10
const HEAD: Style = { weight: 'bold', size: 17, colour: INK.danger, tracking: 0.04 }
const TEXT: Style = { weight: 'regular', size: 10, colour: INK.text }
const LEADING = 15

/**
 * Draws a box with state, date and reason above the table.
 * @returns its height, pt; 0 for a valid certificate
 */
export function drawStateBox(
  { doc, type, words = CHINESE_WORDS }: Pen,
  answer: CertificateAnswer,
  { x, y, width }: Omit<Box, 'height'>,
): number {
  const state = words.state(answer)
  if (!state) return 0
  const left = x + PAD + type.measureWidth(state.head, HEAD) + 14
  const lines = type.splitLines(state.text, TEXT, x + width - PAD - left)
  const height = Math.max(30, lines.length * LEADING + 12)
  doc
    .polygon(...chamferCorners({ x, y, width, height }, 6).map(([px, py]): [number, number] => [px, py]))
    .lineWidth(0.8)
    .fillAndStroke(TINT, INK.danger)
  type.write(state.head, x + PAD, y + 21, HEAD)
  lines.forEach((line, index) => {
    type.write(line, left, y + 19 + index * LEADING, TEXT)
  })
  return height
}

/** Writes the state across the whole page, so that no part of it passes for a valid certificate. */
export function drawStateAcross({ doc, type, words = CHINESE_WORDS }: Pen, answer: CertificateAnswer): void {
  const state = words.state(answer)
  if (!state) return
  const [x, y] = [PAGE_PT.width / 2, PAGE_PT.height * 0.55]
  doc.save()
  doc.rotate(-24, { origin: [x, y] }).opacity(0.2)
  doc
    .lineWidth(3)
    .strokeColor(INK.danger)
    .rect(x - 250, y - 82, 500, 164)
    .stroke()
  type.write(
    state.head,
    x,
    y + 44,
    {
      weight: 'bold',
      size: words.language === 'en' ? 88 : 118,
      colour: INK.danger,
      tracking: words.language === 'en' ? 0 : 0.18,
    },
    'centre',
  )
  doc.restore()
}
