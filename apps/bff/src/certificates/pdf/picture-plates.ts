import type { CertificatePicture } from '@portal/contract/certificates/certificates.ts'
import type { OpenedPicture } from './picture-file.ts'
import { arrangeFrames, type FrameStyle } from './picture-frames.ts'
import { type Box, INK } from './sheet-geometry.ts'
import type { Pen } from './sheet-pen.ts'
import { CHINESE_WORDS } from './sheet-words.ts'
import { fitLines } from './small-type.ts'
import { chamferCorners } from './vector-path.ts'

/** A picture of the sample, embedded; `null` when it is unavailable. */
export interface Plate {
  picture: CertificatePicture
  image: OpenedPicture | null
}

/** Maximum length of a caption, in characters. */
const MOST_CAPTION = 80
const NOTICE_LEADING = 11
const SCALE_LENGTHS_MM = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]
/** Maximum length of the scale, as a part of its picture's width. */
const SCALE_PART = 0.45
/** Shorter scales have no ticks, pt. */
const LEAST_TICKED = 26

/** How pictures are framed, pt. */
export interface PlateStyle extends FrameStyle {
  /** Sizes of the type below wide and narrow pictures. */
  sizes: { wide: number; narrow: number }
  hasCaptions: boolean
}

export const PAGE_PLATES: PlateStyle = {
  gap: 7,
  pad: 3,
  strip: 16,
  sizes: { wide: 7.5, narrow: 6 },
  hasCaptions: true,
}
/** Frames below this width are narrow. */
const NARROW = 110

interface Shown {
  /** Position among all pictures of the certificate, from 0. */
  place: number
  picture: CertificatePicture
  image: OpenedPicture
}

/**
 * Draws frames with the pictures, and a line for each missing picture.
 * @returns the area that they cover
 */
export function drawPlates(pen: Pen, plates: readonly Plate[], box: Box, style: PlateStyle = PAGE_PLATES): Box {
  const shown = plates.flatMap(({ picture, image }, place) => (image ? [{ picture, image, place }] : []))
  const missing = plates.flatMap(({ picture, image }, place) => (image ? [] : [{ picture, place }]))
  const noticeHeight = missing.length * NOTICE_LEADING + (missing.length > 0 ? style.gap : 0)
  const ratios = shown.map(({ image }) => image.width / image.height)
  const frames = arrangeFrames(ratios, { ...box, height: box.height - noticeHeight }, style)
  shown.forEach((plate, index) => {
    const frame = frames[index]
    if (frame) drawPlate(pen, plate, frame, style)
  })
  let right = Math.max(box.x, ...frames.map(({ x, width }) => x + width))
  let y = Math.max(box.y, ...frames.map((frame) => frame.y + frame.height))
  const { words = CHINESE_WORDS } = pen
  const notices = { weight: 'regular', size: 7.5, colour: INK.caption } as const
  for (const { picture, place } of missing) {
    const notice = words.missing(picture.caption ? makeCaption(picture, place, words) : '')
    const [line = ''] = pen.type.splitLines(notice, notices, box.width)
    y += NOTICE_LEADING
    pen.type.write(line, box.x, y, notices)
    right = Math.max(right, box.x + pen.type.measureWidth(line, notices))
  }
  return { x: box.x, y: box.y, width: right - box.x, height: y - box.y }
}

/** Draws a whole picture, and below it caption and scale on white, so that both are readable and cover nothing of it. */
function drawPlate(pen: Pen, { picture, image: opened, place }: Shown, frame: Box, style: PlateStyle): void {
  const { doc, type } = pen
  const { pad, strip } = style
  doc
    .polygon(...chamferCorners(frame, pad * 1.6).map(([x, y]): [number, number] => [x, y]))
    .lineWidth(0.6)
    .fillAndStroke(INK.surface, INK.line)
  const space = { width: frame.width - 2 * pad, height: frame.height - pad - strip }
  const ratio = Math.min(space.width / opened.width, space.height / opened.height)
  const [width, height] = [opened.width * ratio, opened.height * ratio]
  const [x, y] = [frame.x + pad + (space.width - width) / 2, frame.y + pad + (space.height - height) / 2]
  doc.image(opened.image, x, y, { width, height })

  const size = frame.width < NARROW ? style.sizes.narrow : style.sizes.wide
  const [left, right] = [frame.x + pad + 2, frame.x + frame.width - pad - 2]
  const base = frame.y + frame.height - pad
  const scaleWidth = picture.widthMm ? drawScale(pen, { right, base, size }, width / picture.widthMm, width) : 0
  if (!style.hasCaptions) return
  const room = { width: right - left - (scaleWidth > 0 ? scaleWidth + 5 : 0), lines: 2, sizes: [size * 0.8] }
  const caption = makeCaption(picture, place, pen.words)
  const letters = { weight: 'regular', size, colour: INK.caption } as const
  const { lines, style: fitted } =
    type.measureWidth(caption, letters) <= room.width
      ? { lines: [caption], style: letters }
      : fitLines(type, caption, letters, room)
  lines.forEach((line, index) => {
    type.write(line, left, base - 1 - (lines.length - 1 - index) * fitted.size * 1.2, fitted)
  })
}

function makeCaption({ caption }: CertificatePicture, place: number, words = CHINESE_WORDS): string {
  return words.picture(caption, place).slice(0, MOST_CAPTION)
}

/**
 * Draws a ruler of a round number of mm with ticks for ten parts, its length above it.
 * @returns its width, pt
 */
function drawScale(
  { doc, type }: Pen,
  { right, base, size }: { right: number; base: number; size: number },
  ptPerMm: number,
  pictureWidth: number,
): number {
  const lengthMm = SCALE_LENGTHS_MM.findLast((length) => length * ptPerMm <= pictureWidth * SCALE_PART)
  if (lengthMm === undefined) return 0
  const width = lengthMm * ptPerMm
  const left = right - width
  doc.lineWidth(0.7).strokeColor(INK.text)
  doc.moveTo(left, base).lineTo(right, base)
  for (let tick = 0; tick <= 10; tick += 1) {
    if (width < LEAST_TICKED && tick % 10 !== 0) continue
    const height = tick % 10 === 0 ? 0.55 : tick === 5 ? 0.4 : 0.28
    const x = left + (width * tick) / 10
    doc.moveTo(x, base).lineTo(x, base - height * size)
  }
  doc.stroke()
  const style = { weight: 'regular', size, colour: INK.text } as const
  const words = `${lengthMm} mm`
  const wide = type.measureWidth(words, style)
  type.write(words, Math.min(left + width / 2 - wide / 2, right - wide), base - 0.68 * size, style)
  return Math.max(width, wide)
}
