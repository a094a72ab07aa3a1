import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { encodeQR } from 'qr'
import type { LookupTexts } from '../texts/texts.tsx'

/** Size of the picture that a visitor saves, px. */
export const PICTURE = { width: 1080, height: 1440 } as const
/** Minimum side of the QR code without its quiet zone, px; phones read this size from a screen. */
const CODE_MIN = 234
/** Width of the quiet zone, modules. */
const QUIET = 4

/** Facts of a certificate that the picture of a share shows. */
export type PrintedFacts = Pick<
  Certificate,
  'certificateNo' | 'conclusion' | 'conclusionEn' | 'totalMassG' | 'printed' | 'issuedOn' | 'pictures'
>

export interface PictureFacts {
  /** Name of the organisation; this and the next two members are in the language of the page. */
  organisation: string
  conclusion: string
  issuedOn: string
  certificateNo: string
  /** `12.36 g`; empty when it is not printed. */
  mass: string
  /** Address of a picture of the sample; `null` when there is none. */
  pictureUrl: string | null
  /** Address of the share, which is the only link on the picture. */
  address: string
  /** `2026-11-27 10:42`. */
  endTime: string
}

/** Paper colours of the light theme: a saved picture looks the same everywhere. */
const INK = { text: '#16222c', soft: '#435360', faint: '#5c6b76', line: '#b98a3e', paper: '#fdfcf8', code: '#0e2741' }
const EDGE = 84
const SERIF = '"Songti SC", "Source Han Serif SC", "Noto Serif CJK SC", SimSun, serif'
const SANS = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'

type PictureTexts = LookupTexts['shareDialog']['picture']

/** Draws the picture. Waits for the picture of the sample; if it cannot be loaded, its place stays blank. */
export async function drawShare(canvas: HTMLCanvasElement, facts: PictureFacts, texts: PictureTexts): Promise<void> {
  canvas.width = PICTURE.width
  canvas.height = PICTURE.height
  const pen = canvas.getContext('2d')
  if (!pen) return
  drawFrame(pen, facts.organisation, texts.title)
  drawFacts(pen, facts, texts)
  drawCode(pen, facts, texts)
  const sample = facts.pictureUrl === null ? null : await loadPicture(facts.pictureUrl)
  if (sample) drawSample(pen, sample)
  else drawStone(pen)
}

function drawText(
  pen: CanvasRenderingContext2D,
  words: string,
  at: readonly [x: number, y: number],
  font: string,
  ink: string,
) {
  pen.font = fitFont(pen, words, font, PICTURE.width - EDGE - at[0])
  pen.fillStyle = ink
  pen.fillText(words, ...at)
}

/** Returns the font, reduced where the text is wider than `width`, px. */
function fitFont(pen: CanvasRenderingContext2D, words: string, font: string, room: number): string {
  pen.font = font
  const scale = room / pen.measureText(words).width
  return scale < 1 ? font.replace(/(\d+)px/, (_all, px: string) => `${Math.floor(Number(px) * scale)}px`) : font
}

function drawRule(pen: CanvasRenderingContext2D, y: number) {
  pen.fillStyle = INK.line
  pen.fillRect(EDGE, y, PICTURE.width - 2 * EDGE, 3)
}

function drawFrame(pen: CanvasRenderingContext2D, organisation: string, title: string) {
  const { width, height } = PICTURE
  pen.fillStyle = INK.paper
  pen.fillRect(0, 0, width, height)
  pen.strokeStyle = INK.line
  pen.lineWidth = 4
  pen.strokeRect(24, 24, width - 48, height - 48)
  drawText(pen, organisation, [EDGE, 134], `700 44px ${SERIF}`, INK.text)
  pen.font = `32px ${SANS}`
  drawText(pen, title, [width - EDGE - pen.measureText(title).width, 132], pen.font, INK.faint)
  drawRule(pen, 168)
}

/** Font size of a short conclusion, px. */
const FONT_MAX_PX = 72
/** Box of the sample's picture. */
const SAMPLE = { x: EDGE, y: 204, width: PICTURE.width - 2 * EDGE, height: 480 }

function drawSample(pen: CanvasRenderingContext2D, sample: HTMLImageElement) {
  const scale = Math.min(SAMPLE.width / sample.naturalWidth, SAMPLE.height / sample.naturalHeight)
  const [width, height] = [sample.naturalWidth * scale, sample.naturalHeight * scale]
  const [x, y] = [SAMPLE.x + (SAMPLE.width - width) / 2, SAMPLE.y + (SAMPLE.height - height) / 2]
  pen.drawImage(sample, x, y, width, height)
}

/** Draws the plan of a brilliant: table and girdle with the lines between. */
function drawStone(pen: CanvasRenderingContext2D) {
  const [x, y, radius] = [PICTURE.width / 2, SAMPLE.y + SAMPLE.height / 2, 200]
  const getCorner = (nth: number, size: number) => {
    const angle = ((nth + 0.5) * Math.PI) / 4
    return [x + size * Math.cos(angle), y + size * Math.sin(angle)] as const
  }
  pen.strokeStyle = '#17497e'
  pen.lineWidth = 3
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  for (let nth = 0; nth < 8; nth += 1) {
    pen.moveTo(...getCorner(nth, radius * 0.57))
    pen.lineTo(...getCorner(nth + 1, radius * 0.57))
    pen.moveTo(...getCorner(nth, radius * 0.57))
    pen.lineTo(...getCorner(nth, radius))
    pen.moveTo(...getCorner(nth, radius * 0.57))
    pen.lineTo(...getCorner(nth + 0.5, radius))
    pen.moveTo(...getCorner(nth + 1, radius * 0.57))
    pen.lineTo(...getCorner(nth + 0.5, radius))
  }
  pen.stroke()
}

function drawFacts(
  pen: CanvasRenderingContext2D,
  { conclusion, certificateNo, mass, issuedOn }: PictureFacts,
  texts: PictureTexts,
) {
  drawText(pen, texts.conclusion, [EDGE, 752], `32px ${SANS}`, INK.faint)
  drawText(pen, conclusion, [EDGE, 838], `700 ${FONT_MAX_PX}px ${SERIF}`, INK.text)
  const rows = [
    [texts.number, certificateNo],
    [texts.mass, mass],
    [texts.issuedOn, issuedOn],
  ] as const
  rows
    .filter(([, value]) => value !== '')
    .forEach(([name, value], nth) => {
      const y = 912 + nth * 58
      drawText(pen, name, [EDGE, y], `36px ${SANS}`, INK.faint)
      drawText(pen, value, [EDGE + texts.indent, y], `36px ${SANS}`, INK.text)
    })
  drawRule(pen, 1066)
}

function drawCode(pen: CanvasRenderingContext2D, { address, endTime }: PictureFacts, texts: PictureTexts) {
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: QUIET })
  // A module is a whole number of pixels, so that no edge is blurred.
  const module = Math.ceil(CODE_MIN / (rows.length - 2 * QUIET))
  const [left, top] = [EDGE, 1092]
  const side = rows.length * module
  pen.fillStyle = '#ffffff'
  pen.fillRect(left, top, side, side)
  pen.fillStyle = INK.code
  rows.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(left + x * module, top + y * module, module, module)
    })
  })
  const beside = left + side + 36
  drawText(pen, texts.scan, [beside, 1180], `40px ${SANS}`, INK.text)
  drawText(pen, texts.until(endTime), [beside, 1242], `700 36px ${SANS}`, INK.soft)
  drawText(pen, texts.noCode, [beside, 1304], `36px ${SANS}`, INK.soft)
}

/** @returns `null` when it cannot be loaded */
async function loadPicture(url: string): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.src = url
  return await image.decode().then(
    () => image,
    () => null,
  )
}
