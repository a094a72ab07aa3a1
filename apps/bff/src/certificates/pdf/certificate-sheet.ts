import type { Certificate, CertificateAnswer, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import { replacesText } from '@portal/contract/manage/certificates/print-rules.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { drawBrand } from './brand-mark.ts'
import { englishOf, fieldsOf, signaturesOf, titleOf } from './certificate-fields.ts'
import { cutTable, drawTable, layTable, type Table, TYPE_STEPS } from './field-table.ts'
import { drawPlates, type Plate } from './picture-plates.ts'
import { drawQr } from './qr-mark.ts'
import { drawSeal } from './seal-mark.ts'
import { type Box, CONTENT, INK } from './sheet-geometry.ts'
import type { Pen } from './sheet-pen.ts'
import { drawStateBox } from './state-mark.ts'
import { drawTitle } from './title-lettering.ts'
import type { Style, Typesetter } from './typesetter.ts'

/** Printed beside the certificate. */
export interface SheetFacts {
  siteName: string
  /** As printed; empty when there is none. */
  phone: string
  /** The site's own, scheme and host. */
  origin: string
  lookedUpAtMs: number
  /** Compact JWS; `null` when none was given. */
  receipt: string | null
}

const HEAD_HEIGHT = 80
const FOOT_HEIGHT = 108
const QR_PT = 94
/** 28 mm across, as the site prints it. */
const SEAL_RADIUS = 39.7
const PLATES_WIDTH = 184
/** Of the line about omitted fields. */
const NOTE_HEIGHT = 12
/** Larger empty areas are marked as blank. pt. */
const BLANK_ROOM = 36
const RIGHT = CONTENT.x + CONTENT.width
const LABEL: Style = { weight: 'regular', size: 8.6, colour: INK.caption }

export function drawHead(
  { doc, type }: Pen,
  certificate: Certificate,
  { siteName }: SheetFacts,
  replaces: ReplacedVersion | undefined,
): void {
  const { x, y } = CONTENT
  drawBrand({ doc, type }, siteName, { x, y, size: 32 })
  const style = { weight: 'bold', size: 25, colour: INK.text, tracking: 0.2 } as const
  drawTitle({ doc, type }, titleOf(certificate.category), { x, y: y + 65, style })
  type.write('证书编号', RIGHT, y + 12, LABEL, 'right')
  const number = { weight: 'bold', size: 18, colour: INK.gold, tracking: 0.06 } as const
  type.write(certificate.certificateNo, RIGHT, y + 33, number, 'right')
  const version = replaces ? replacesText(certificate.version, replaces) : `第 ${certificate.version} 版`
  type.write(version, RIGHT, y + 48, LABEL, 'right')
  rule({ doc, type }, y + HEAD_HEIGHT)
}

/** Pictures at the left, conclusion and table at the right, the state above both. */
export function drawBody(
  pen: Pen,
  answer: CertificateAnswer,
  certificate: Certificate,
  plates: readonly Plate[],
): void {
  const top = CONTENT.y + HEAD_HEIGHT + 12
  const bottom = CONTENT.y + CONTENT.height - FOOT_HEIGHT - 10
  const stateHeight = drawStateBox(pen, answer, { x: CONTENT.x, y: top, width: CONTENT.width })
  const y = stateHeight > 0 ? top + stateHeight + 10 : top
  const platesWidth = plates.length > 0 ? PLATES_WIDTH + 26 : 0
  const box: Box = { x: CONTENT.x + platesWidth, y, width: CONTENT.width - platesWidth, height: bottom - y }
  if (plates.length > 0) drawPlates(pen, plates, { x: CONTENT.x, y, width: PLATES_WIDTH, height: bottom - y })
  drawFindings(pen, certificate, box)
}

interface Findings {
  conclusion: { lines: string[]; style: Style }
  english: { lines: string[]; style: Style }
  headHeight: number
  table: Table
}

/** Conclusion and table, in the largest type at which they fit. */
export function drawFindings(pen: Pen, certificate: Certificate, box: Box): void {
  const { type } = pen
  const { conclusion, english, headHeight, table } = layFindings(type, certificate, box)
  type.write('检测结论', box.x, box.y + LABEL.size, LABEL)
  let base = box.y + LABEL.size + 4
  for (const { lines, style } of [conclusion, english]) {
    for (const line of lines) {
      base += style.size * 1.32
      type.write(line, box.x, base - style.size * 0.2, style)
    }
  }
  drawTable(pen, table, { x: box.x, y: box.y + headHeight })
  const end = box.y + headHeight + table.height
  if (table.left === 0) {
    // Marks the end, so that nothing can be added below.
    const room = box.y + box.height - end
    if (room > BLANK_ROOM) type.write('（以下空白）', box.x + box.width / 2, end + 20, LABEL, 'centre')
    return
  }
  const note = `另有 ${table.left} 项内容未能排入本页，请在官网查询结果中查看`
  type.write(note, box.x, box.y + box.height, { weight: 'bold', size: 7, colour: INK.danger })
}

/** Uses the largest type at which everything fits; at the smallest, omits what does not fit. */
function layFindings(type: Typesetter, certificate: Certificate, box: Box): Findings {
  const fields = fieldsOf(certificate)
  let smallest: Findings | undefined
  for (const step of TYPE_STEPS) {
    const head = layConclusion(type, certificate, box.width, step.scale)
    const table = layTable(type, fields, box.width, step)
    const maxHeight = box.height - head.headHeight
    if (table.left === 0 && table.height <= maxHeight) return { ...head, table }
    const isLast = step === TYPE_STEPS.at(-1)
    const cut = { step, maxHeight: maxHeight - NOTE_HEIGHT }
    if (isLast) smallest = { ...head, table: cutTable(type, fields, box.width, cut) }
  }
  if (!smallest) throw new Error('no type size')
  return smallest
}

function layConclusion(
  type: Typesetter,
  certificate: Certificate,
  width: number,
  scale: number,
): Omit<Findings, 'table'> {
  const big: Style = { weight: 'bold', size: Math.max(9, 21 * scale), colour: INK.text, tracking: 0.04 }
  const small: Style = { weight: 'regular', size: Math.max(5, 10 * scale), colour: INK.second }
  const conclusion = { style: big, lines: type.linesOf(certificate.conclusion, big, width) }
  const english = { style: small, lines: type.linesOf(englishOf(certificate), small, width) }
  const height = [conclusion, english].reduce((sum, { lines, style }) => sum + lines.length * style.size * 1.32, 0)
  return { conclusion, english, headHeight: LABEL.size + 4 + height + 6 * scale }
}

export function drawFoot(pen: Pen, answer: CertificateAnswer, certificate: Certificate, facts: SheetFacts): void {
  const y = CONTENT.y + CONTENT.height - FOOT_HEIGHT
  rule(pen, y)
  const qr = { x: RIGHT - QR_PT, y: y + 12, width: QR_PT }
  drawQr(pen, qrTarget(certificate, facts), qr)
  drawSignatures(pen, certificate, { x: CONTENT.x, y: y + 22, width: CONTENT.width - QR_PT - 24 })
  if (answer.state === 'valid') drawSeal(pen, facts.siteName, { x: qr.x - 62, y: y + 46, radius: SEAL_RADIUS })
  drawFinePrint(pen, answer, facts, { x: CONTENT.x, bottom: qr.y + QR_PT - 2, right: qr.x - 14 })
}

/** The receipt is in the fragment, so that no server logs it. */
function qrTarget({ certificateNo }: Certificate, { origin, receipt }: SheetFacts): string {
  if (receipt === null) return `${origin}/certificate-check?no=${certificateNo}`
  return `${origin}/certificate-check/receipt#${receipt}`
}

/** People and days side by side. */
export function drawSignatures({ type }: Pen, certificate: Certificate, { x, y, width }: Omit<Box, 'height'>): void {
  const signatures = signaturesOf(certificate)
  const column = width / Math.max(signatures.length, 5)
  signatures.forEach(({ label, value }, index) => {
    const left = x + index * column
    type.write(label, left, y, LABEL)
    const style: Style = { weight: 'regular', size: 13, colour: INK.text }
    const size = Math.max(6, Math.min(style.size, (style.size * (column - 10)) / type.widthOf(value, style)))
    const lines = type.linesOf(value, { ...style, size }, column - 10).slice(0, 2)
    lines.forEach((line, row) => {
      type.write(line, left, y + 18 + row * size * 1.25, { ...style, size })
    })
  })
}

interface FinePrint {
  x: number
  bottom: number
  /** Edge of the words that belong to the QR code. */
  right: number
}

function drawFinePrint({ type }: Pen, answer: CertificateAnswer, facts: SheetFacts, at: FinePrint): void {
  const state = { valid: '编号有效', reissued: '已换发', withdrawn: '已撤回' }[answer.state as 'valid'] ?? ''
  const phone = facts.phone ? `　电话 ${facts.phone}` : ''
  const small: Style = { weight: 'regular', size: 7.6, colour: INK.caption }
  const strong: Style = { ...small, weight: 'bold', colour: INK.second }
  type.write(
    `查询结果 ${state}　查询于 ${toWireDateTime(facts.lookedUpAtMs)}（北京时间）`,
    at.x,
    at.bottom - 24,
    strong,
  )
  type.write(`官方网站 ${facts.origin}${phone}`, at.x, at.bottom - 12, strong)
  type.write('本页依查询时的签发记录生成。证书的当前状态以官方网站的查询为准。', at.x, at.bottom, small)
  const hint =
    facts.receipt === null ? ['扫码在官方网站', '再查一次'] : ['扫码核验查询回执', '须打开官方网站', '并与本页编号一致']
  hint.forEach((line, index) => {
    type.write(line, at.right, at.bottom - (hint.length - 1 - index) * 11.5, small, 'right')
  })
}

function rule({ doc }: Pen, y: number): void {
  doc.moveTo(CONTENT.x, y).lineTo(RIGHT, y).lineWidth(0.8).strokeColor(INK.goldLine).stroke()
}
