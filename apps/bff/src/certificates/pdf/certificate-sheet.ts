import type { Certificate, CertificateAnswer, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import { drawBrand } from './brand-mark.ts'
import { cutTable, drawTable, layTable, type Table, TYPE_STEPS } from './field-table.ts'
import type { OpenedPicture } from './picture-file.ts'
import { drawPlates, type Plate } from './picture-plates.ts'
import { drawQr } from './qr-mark.ts'
import { drawSeal } from './seal-mark.ts'
import { type Box, CONTENT, INK } from './sheet-geometry.ts'
import type { Pen } from './sheet-pen.ts'
import { CHINESE_WORDS, type SheetWords } from './sheet-words.ts'
import { drawStateBox } from './state-mark.ts'
import { drawTitle } from './title-lettering.ts'
import type { Style, Typesetter } from './typesetter.ts'

/** Facts that are printed beside the certificate. */
export interface SheetFacts {
  siteName: string
  /** English name; empty when it is not set. */
  siteNameEn?: string
  /** Telephone number as printed; empty when there is none. */
  phone: string
  /** The site's own origin, scheme and host. */
  origin: string
  lookedUpAtMs: number
  /** Compact JWS; `null` for an answer without a receipt. */
  receipt: string | null
}

const HEAD_HEIGHT = 80
const FOOT_HEIGHT = 108
const QR_PT = 94
/** Radius for a seal of 28 mm, as the site prints it. */
const SEAL_RADIUS = 39.7
const PLATES_WIDTH = 200
const BESIDE_PLATES = 26
/** Height of the line about omitted fields. */
const NOTE_HEIGHT = 12
/** Empty areas larger than this are marked as blank. pt. */
const BLANK_ROOM = 36
const RIGHT = CONTENT.x + CONTENT.width
const HAN = /\p{Script=Han}/u
const LABEL: Style = { weight: 'regular', size: 8.6, colour: INK.caption }

export function drawHead(
  { doc, type, words = CHINESE_WORDS }: Pen,
  certificate: Certificate,
  facts: SheetFacts,
  replaces: ReplacedVersion | undefined,
): void {
  const { x, y } = CONTENT
  drawBrand({ doc, type, words }, facts, { x, y, size: 32 })
  const style = { weight: 'bold', size: 25, colour: INK.text, tracking: words.tracking } as const
  drawTitle({ doc, type }, words.title(certificate.category), { x, y: y + 65, style })
  type.write(words.number, RIGHT, y + 12, LABEL, 'right')
  const number = { weight: 'bold', size: 18, colour: INK.gold, tracking: 0.06 } as const
  type.write(certificate.certificateNo, RIGHT, y + 33, number, 'right')
  type.write(words.version(certificate, replaces), RIGHT, y + 48, LABEL, 'right')
  drawRule({ doc, type }, y + HEAD_HEIGHT)
}

/** Draws pictures at the left, conclusion and table at the right, and the state above both. */
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
  const left = drawPlatesAtLeft(pen, plates, { x: CONTENT.x, y, width: PLATES_WIDTH, height: bottom - y })
  drawFindings(pen, certificate, { x: left, y, width: RIGHT - left, height: bottom - y })
}

/**
 * Draws the pictures in the left part of a page.
 * @returns the left edge of the text beside them
 */
export function drawPlatesAtLeft(pen: Pen, plates: readonly Plate[], box: Box): number {
  if (plates.length === 0) return box.x
  const { width } = drawPlates(pen, plates, box)
  return box.x + width + BESIDE_PLATES
}

interface Findings {
  conclusion: { lines: string[]; style: Style }
  english: { lines: string[]; style: Style }
  headHeight: number
  table: Table
}

/** Draws conclusion and table, in the largest type at which they fit. */
export function drawFindings(pen: Pen, certificate: Certificate, outside: Box): void {
  const { type, words = CHINESE_WORDS } = pen
  const box = drawUntranslated(pen, certificate, outside)
  const { conclusion, english, headHeight, table } = layFindings(type, words, certificate, box)
  type.write(words.conclusion, box.x, box.y + LABEL.size, LABEL)
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
    if (room > BLANK_ROOM) type.write(words.blank, box.x + box.width / 2, end + 20, LABEL, 'centre')
    return
  }
  type.write(words.omitted(table.left), box.x, box.y + box.height, { weight: 'bold', size: 7, colour: INK.danger })
}

/**
 * Draws a note when a text has no translation.
 * @returns the area above it
 */
function drawUntranslated({ type, words = CHINESE_WORDS }: Pen, certificate: Certificate, box: Box): Box {
  const texts = words.rows(certificate).flatMap(({ label, value }) => [label, value])
  const [conclusion] = words.getConclusion(certificate)
  if (words.untranslated === null || ![conclusion, ...texts].some((text) => HAN.test(text))) return box
  type.write(words.untranslated, box.x, box.y + box.height, { ...LABEL, size: 7 })
  return { ...box, height: box.height - NOTE_HEIGHT }
}

/** Chooses the largest type at which everything fits; at the smallest, omits what does not fit. */
function layFindings(type: Typesetter, words: SheetWords, certificate: Certificate, box: Box): Findings {
  const rows = words.rows(certificate)
  let smallest: Findings | undefined
  for (const { scale, columns } of TYPE_STEPS) {
    const step = { scale, columns, labelWidth: words.labelWidth }
    const head = layConclusion(type, words.getConclusion(certificate), box.width, step.scale)
    const table = layTable(type, rows, box.width, step)
    const maxHeight = box.height - head.headHeight
    if (table.left === 0 && table.height <= maxHeight) return { ...head, table }
    const isLast = scale === TYPE_STEPS.at(-1)?.scale
    const cut = { step, maxHeight: maxHeight - NOTE_HEIGHT }
    if (isLast) smallest = { ...head, table: cutTable(type, rows, box.width, cut) }
  }
  if (!smallest) throw new Error('no type size')
  return smallest
}

function layConclusion(
  type: Typesetter,
  [large, beside]: readonly [string, string],
  width: number,
  scale: number,
): Omit<Findings, 'table'> {
  const big: Style = { weight: 'bold', size: Math.max(9, 21 * scale), colour: INK.text, tracking: 0.04 }
  const small: Style = { weight: 'regular', size: Math.max(5, 10 * scale), colour: INK.second }
  const conclusion = { style: big, lines: type.splitLines(large, big, width) }
  const english = { style: small, lines: type.splitLines(beside, small, width) }
  const height = [conclusion, english].reduce((sum, { lines, style }) => sum + lines.length * style.size * 1.32, 0)
  return { conclusion, english, headHeight: LABEL.size + 4 + height + 6 * scale }
}

export function drawFoot(pen: Pen, answer: CertificateAnswer, certificate: Certificate, facts: SheetFacts): void {
  const y = CONTENT.y + CONTENT.height - FOOT_HEIGHT
  drawRule(pen, y)
  const qr = { x: RIGHT - QR_PT, y: y + 12, width: QR_PT }
  drawQr(pen, makeQrTarget(certificate, facts, pen.words), qr)
  // The seal is between the dates and the hint, so that it covers neither.
  const seal = { x: qr.x - 62, y: y + 39, radius: SEAL_RADIUS }
  const right = answer.state === 'valid' ? seal.x - seal.radius : qr.x - 24
  drawSignatures(pen, certificate, { x: CONTENT.x, y: y + 22, width: right - CONTENT.x })
  if (answer.state === 'valid') drawSeal(pen, facts.siteName, seal)
  drawFinePrint(pen, answer, facts, { x: CONTENT.x, bottom: qr.y + QR_PT - 2, right: qr.x - 14 })
}

/** Address in the QR code. The receipt is in the fragment, so that no server logs it. */
function makeQrTarget({ certificateNo }: Certificate, { origin, receipt }: SheetFacts, words = CHINESE_WORDS): string {
  if (receipt === null) return `${origin}${words.lookupPath}?no=${certificateNo}`
  return `${origin}${words.receiptPath}#${receipt}`
}

/** Pictures of signatures. pt. */
interface Signed {
  /** Each under the member that names the person. */
  pictures: ReadonlyMap<string, OpenedPicture>
  /** Distance of names and dates from their labels, where there are pictures. */
  base: number
}

/** Distances of a picture from the label above it and the base of the name below it, and size of the name. pt. */
const PICTURED = { top: 3, topBelowTwo: 10.7, bottom: 12, size: 11 }
const UNSIGNED: Signed = { pictures: new Map(), base: 0 }

/**
 * Draws signatories and dates side by side.
 * @param signed each picture stands above the name; with one, names and dates are lower
 */
export function drawSignatures(
  pen: Pen,
  certificate: Certificate,
  { x, y, width }: Omit<Box, 'height'>,
  { pictures, base: picturedBase }: Signed = UNSIGNED,
): void {
  const { type, words = CHINESE_WORDS } = pen
  const signatures = words.signatures(certificate)
  const column = width / Math.max(signatures.length, 5)
  const isPictured = pictures.size > 0
  signatures.forEach(({ member, label, labelBeside, value }, index) => {
    const left = x + index * column
    type.write(label, left, y, LABEL)
    if (labelBeside) type.write(labelBeside, left, y + 8, { ...LABEL, size: 7 })
    const picture = pictures.get(member)
    const top = y + (labelBeside ? PICTURED.topBelowTwo : PICTURED.top)
    if (picture)
      drawSignature(pen, picture, {
        x: left,
        y: top,
        width: column - 10,
        height: y + picturedBase - PICTURED.bottom - top,
      })
    const style: Style = { weight: 'regular', size: isPictured ? PICTURED.size : 13, colour: INK.text }
    const size = Math.max(6, Math.min(style.size, (style.size * (column - 11)) / type.measureWidth(value, style)))
    const lines = type.splitLines(value, { ...style, size }, column - 10).slice(0, 2)
    const base = y + (isPictured ? picturedBase : labelBeside ? 22 : 18)
    lines.forEach((line, row) => {
      type.write(line, left, base + row * size * 1.25, { ...style, size })
    })
  })
}

/** Draws the picture of a signature in its own proportions, at the left and on the lower edge of its area. */
function drawSignature({ doc }: Pen, { image, width, height }: OpenedPicture, box: Box): void {
  const ratio = Math.min(box.width / width, box.height / height)
  const [fitWidth, fitHeight] = [width * ratio, height * ratio]
  doc.image(image, box.x, box.y + box.height - fitHeight, { width: fitWidth, height: fitHeight })
}

interface FinePrint {
  x: number
  bottom: number
  /** Right edge of the text beside the QR code. */
  right: number
}

function drawFinePrint(pen: Pen, answer: CertificateAnswer, facts: SheetFacts, at: FinePrint): void {
  const { type, words = CHINESE_WORDS } = pen
  const small: Style = { weight: 'regular', size: 7.6, colour: INK.caption }
  const strong: Style = { ...small, weight: 'bold', colour: INK.second }
  type.write(words.result(answer, facts.lookedUpAtMs), at.x, at.bottom - 24, strong)
  type.write(words.site(facts.origin, facts.phone), at.x, at.bottom - 12, strong)
  type.write(words.note, at.x, at.bottom, small)
  const hint = words.hint(facts.receipt !== null)
  hint.forEach((line, index) => {
    type.write(line, at.right, at.bottom - (hint.length - 1 - index) * 9.6, small, 'right')
  })
}

function drawRule({ doc }: Pen, y: number): void {
  doc.moveTo(CONTENT.x, y).lineTo(RIGHT, y).lineWidth(0.8).strokeColor(INK.goldLine).stroke()
}
