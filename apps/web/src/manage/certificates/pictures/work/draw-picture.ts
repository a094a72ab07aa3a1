import { computeCropArea, computeTurnedSize, type PictureEdit, type Size } from './picture-edit.ts'

export interface DrawnPicture {
  /** A JPEG without metadata. */
  blob: Blob
  /** Size of the upright picture before the edit, px. */
  source: Size
}

export interface DrawOptions {
  edit: PictureEdit
  /** Maximum side of the result, px. */
  sideMaxPx: number
}

/** A canvas of a page or of a worker. */
export interface Easel {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
  toJpeg: (quality: number) => Promise<Blob | null>
}

const QUALITY = 0.92

/** Whether the first bytes are those of a format that browsers and upstream decode: JPEG, PNG, WebP, AVIF. */
export function isPictureBytes(bytes: Uint8Array): boolean {
  const readAscii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return true
  if (readAscii(0, 8) === '\x89PNG\r\n\x1a\n') return true
  if (readAscii(0, 4) === 'RIFF' && readAscii(8, 12) === 'WEBP') return true
  return readAscii(4, 8) === 'ftyp' && ['avif', 'avis', 'mif1'].includes(readAscii(8, 12))
}

/**
 * Turns, crops and scales down an upright picture, and draws it on white.
 * @throws Error when the canvas is too large for the browser
 */
export async function drawPicture(
  image: CanvasImageSource,
  source: Size,
  { edit, sideMaxPx }: DrawOptions,
  createEasel: (width: number, height: number) => Easel,
): Promise<DrawnPicture> {
  const cropArea = computeCropArea(source, edit)
  const scale = Math.min(1, sideMaxPx / Math.max(cropArea.width, cropArea.height))
  const width = Math.max(1, Math.round(cropArea.width * scale))
  const height = Math.max(1, Math.round(cropArea.height * scale))
  const { context, toJpeg } = createEasel(width, height)
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.scale(width / cropArea.width, height / cropArea.height)
  context.translate(-cropArea.left, -cropArea.top)
  const turnedSize = computeTurnedSize(source, edit.turns)
  // The turned picture has its corner at the origin.
  if (edit.turns === 1) context.translate(turnedSize.width, 0)
  if (edit.turns === 2) context.translate(turnedSize.width, turnedSize.height)
  if (edit.turns === 3) context.translate(0, turnedSize.height)
  context.rotate((edit.turns * Math.PI) / 2)
  context.drawImage(image, 0, 0, source.width, source.height)
  const blob = await toJpeg(QUALITY)
  if (!blob) throw new Error('the canvas gave no picture')
  return { blob, source }
}
