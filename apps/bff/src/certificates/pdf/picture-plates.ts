import type { CertificatePicture } from '@portal/contract/certificates/certificates.ts'
import type { OpenedPicture } from './picture-file.ts'
import { type Box, INK } from './sheet-geometry.ts'
import type { Pen } from './sheet-pen.ts'
import { CHINESE_WORDS } from './sheet-words.ts'
import { chamferCorners } from './vector-path.ts'

/** A picture of the sample, embedded; `null` when it is unavailable. */
export interface Plate {
  picture: CertificatePicture
  image: OpenedPicture | null
}

/** Maximum length of a caption, in characters. */
const MOST_CAPTION = 80
const GAP = 8
const PAD = 7
/** Height below a picture for caption and scale. */
const FOOT = 17
const NOTICE_LEADING = 11
const CUT = 9
const SCALE_LENGTHS_MM = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]
/** Maximum length of the scale, as a part of its picture's width. */
const SCALE_PART = 0.45
/** Shorter scales have no ticks, pt. */
const LEAST_TICKED = 26

interface Shown {
  /** Position among all pictures of the certificate, from 0. */
  place: number
  picture: CertificatePicture
  image: OpenedPicture
}

/** Draws frames with the pictures, and a line for each missing picture. */
export function drawPlates(pen: Pen, plates: readonly Plate[], box: Box): void {
  const shown = plates.flatMap(({ picture, image }, place) => (image ? [{ picture, image, place }] : []))
  const missing = plates.flatMap(({ picture, image }, place) => (image ? [] : [{ picture, place }]))
  const noticeHeight = missing.length * NOTICE_LEADING + (missing.length > 0 ? GAP : 0)
  let y = drawRows(pen, shown, { ...box, height: box.height - noticeHeight })
  const { words = CHINESE_WORDS } = pen
  const style = { weight: 'regular', size: 7.5, colour: INK.caption } as const
  for (const { picture, place } of missing) {
    const notice = words.missing(picture.caption ? makeCaption(picture, place, words) : '')
    const [line = ''] = pen.type.splitLines(notice, style, 400)
    y += NOTICE_LEADING
    pen.type.write(line, box.x, y, style)
  }
}

/**
 * Draws the rows as high as the pictures need, or less where space is short.
 * @returns the lower edge of the rows
 */
function drawRows(pen: Pen, shown: readonly Shown[], box: Box): number {
  const rows = groupRows(shown).map((row) => {
    const width = (box.width - GAP * (row.length - 1)) / row.length
    const wanted = Math.max(...row.map(({ image }) => ((width - 2 * PAD) * image.height) / image.width))
    return { row, width, height: Math.min(wanted, width * 1.25) + 2 * PAD + FOOT }
  })
  const room = box.height - GAP * (rows.length - 1)
  const shrink = Math.min(1, room / rows.reduce((sum, { height }) => sum + height, 0))
  let y = box.y
  for (const { row, width, height } of rows) {
    row.forEach((shown, column) => {
      const x = box.x + column * (width + GAP)
      drawPlate(pen, shown, { x, y, width, height: height * shrink })
    })
    y += height * shrink + GAP
  }
  return y
}

/**
 * Groups pictures in rows: up to two have a row each; of more, two share a row, and the first of an odd number has its
 * own.
 */
function groupRows(shown: readonly Shown[]): Shown[][] {
  if (shown.length <= 2) return shown.map((one) => [one])
  const alone = shown.length % 2
  const pairs = shown.slice(alone)
  return [
    ...(alone === 1 ? [shown.slice(0, 1)] : []),
    ...Array.from({ length: pairs.length / 2 }, (_, index) => pairs.slice(2 * index, 2 * index + 2)),
  ]
}

function drawPlate(pen: Pen, { picture, image: opened, place }: Shown, plate: Box): void {
  const { doc, type } = pen
  doc
    .polygon(...chamferCorners(plate, CUT).map(([x, y]): [number, number] => [x, y]))
    .lineWidth(0.6)
    .fillAndStroke(INK.surface, INK.line)
  const isSmall = plate.width < 110
  const size = isSmall ? 6 : 7.5
  const space = { width: plate.width - 2 * PAD, height: plate.height - 2 * PAD - FOOT }
  const ratio = Math.min(space.width / opened.width, space.height / opened.height)
  const [width, height] = [opened.width * ratio, opened.height * ratio]
  const [x, y] = [plate.x + PAD + (space.width - width) / 2, plate.y + PAD + (space.height - height) / 2]
  doc.image(opened.image, x, y, { width, height })

  const base = plate.y + plate.height - PAD
  const scaleWidth = picture.widthMm
    ? drawScale(pen, { right: plate.x + plate.width - PAD - 2, base, size }, width / picture.widthMm, width)
    : 0
  const style = { weight: 'regular', size, colour: INK.caption } as const
  const lines = type
    .splitLines(makeCaption(picture, place, pen.words), style, space.width - scaleWidth - 10)
    .slice(0, 2)
  lines.forEach((line, index) => {
    type.write(line, plate.x + PAD + 2, base - 1 - (lines.length - 1 - index) * size * 1.3, style)
  })
}

function makeCaption({ caption }: CertificatePicture, place: number, words = CHINESE_WORDS): string {
  return words.picture(caption, place).slice(0, MOST_CAPTION)
}

/**
 * Draws a ruler of a round number of mm with ticks for ten parts.
 * @returns its width, pt
 */
export function drawScale(
  { doc, type }: Pen,
  { right, base, size }: { right: number; base: number; size: number },
  ptPerMm: number,
  pictureWidth: number,
): number {
  const lengthMm = SCALE_LENGTHS_MM.findLast((length) => length * ptPerMm <= pictureWidth * SCALE_PART)
  if (lengthMm === undefined) return 0
  const width = lengthMm * ptPerMm
  const left = right - width
  doc.lineWidth(0.5).strokeColor(INK.second)
  doc.moveTo(left, base).lineTo(right, base)
  for (let tick = 0; tick <= 10; tick += 1) {
    if (width < LEAST_TICKED && tick % 10 !== 0) continue
    const height = tick % 10 === 0 ? 6 : tick === 5 ? 4.2 : 2.6
    const x = left + (width * tick) / 10
    doc.moveTo(x, base).lineTo(x, base - height)
  }
  doc.stroke()
  const style = { weight: 'regular', size, colour: INK.second } as const
  const words = `${lengthMm} mm`
  const wide = type.measureWidth(words, style)
  type.write(words, Math.min(left + width / 2 - wide / 2, right - wide), base - 7.5, style)
  return Math.max(width, wide)
}
