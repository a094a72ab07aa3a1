import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { type Box, INK, PAGE_PT } from './sheet-geometry.ts'
import type { Pen } from './sheet-pen.ts'
import type { Style } from './typesetter.ts'
import { chamfered } from './vector-path.ts'

const TINT = '#f8e7e3'
const PAD = 10
const HEAD: Style = { weight: 'bold', size: 17, colour: INK.danger, tracking: 0.04 }
const TEXT: Style = { weight: 'regular', size: 10, colour: INK.text }
const LEADING = 15

/** The state of a certificate that is no longer valid; `null` for a valid one. */
function stateWords(answer: CertificateAnswer): { head: string; text: string } | null {
  const day = answer.changedOn ? `${answer.changedOn} ` : ''
  if (answer.state === 'reissued') {
    return { head: '已换发', text: `${day}换发，新证书编号 ${answer.newerNo ?? ''}。请以新证书为准，本证书不再有效。` }
  }
  if (answer.state === 'withdrawn') {
    return { head: '已撤回', text: `${day}撤回，本证书不再有效。${answer.reason ? `原因：${answer.reason}` : ''}` }
  }
  return null
}

/** A box with state, day and reason above the table. @returns its height, pt; 0 for a valid certificate */
export function drawStateBox(
  { doc, type }: Pen,
  answer: CertificateAnswer,
  { x, y, width }: Omit<Box, 'height'>,
): number {
  const words = stateWords(answer)
  if (!words) return 0
  const left = x + PAD + type.widthOf(words.head, HEAD) + 14
  const lines = type.linesOf(words.text, TEXT, x + width - PAD - left)
  const height = Math.max(30, lines.length * LEADING + 12)
  doc
    .polygon(...chamfered({ x, y, width, height }, 6).map(([px, py]): [number, number] => [px, py]))
    .lineWidth(0.8)
    .fillAndStroke(TINT, INK.danger)
  type.write(words.head, x + PAD, y + 21, HEAD)
  lines.forEach((line, index) => {
    type.write(line, left, y + 19 + index * LEADING, TEXT)
  })
  return height
}

/** The same word across the page, so that no part of it passes for a valid certificate. */
export function drawStateAcross({ doc, type }: Pen, answer: CertificateAnswer): void {
  const words = stateWords(answer)
  if (!words) return
  const [x, y] = [PAGE_PT.width / 2, PAGE_PT.height * 0.55]
  doc.save()
  doc.rotate(-24, { origin: [x, y] }).opacity(0.2)
  doc
    .lineWidth(3)
    .strokeColor(INK.danger)
    .rect(x - 250, y - 82, 500, 164)
    .stroke()
  type.write(words.head, x, y + 44, { weight: 'bold', size: 118, colour: INK.danger, tracking: 0.18 }, 'centre')
  doc.restore()
}
