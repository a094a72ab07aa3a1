import { loadBundledReader, loadQrReader, type ReadQr } from './qr-reader.ts'

/**
 * Longer sides to scale a photo to, px, in this order. A code that fills the picture is best read small, one in a corner
 * large; 12 megapixels would take seconds.
 */
const SIDES_PX = [1000, 1800, 600] as const
/** Smaller pictures are drawn at twice their size, because modules of one pixel are not found. */
const SMALL_PX = 400

export class NotAPictureError extends Error {}

/**
 * Reads the QR code in a picture, on the device.
 * @returns its text; `null` for none
 * @throws NotAPictureError when the browser cannot open the file
 */
export async function readPicture(file: Blob): Promise<string | null> {
  const bitmap = await open(file)
  try {
    return (await tryAll(bitmap, await loadQrReader())) ?? (await tryAll(bitmap, await loadBundledReader()))
  } finally {
    bitmap.close()
  }
}

async function open(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch (reason) {
    throw new NotAPictureError('the browser cannot open this file', { cause: reason })
  }
}

async function tryAll(bitmap: ImageBitmap, read: ReadQr) {
  for (const scale of scalesFor(bitmap)) {
    const text = await read(draw(bitmap, bitmap.width * scale, bitmap.height * scale))
    if (text !== null) return text
  }
  return null
}

/** Scale factors to try. */
export function scalesFor({ width, height }: { width: number; height: number }): number[] {
  const longer = Math.max(width, height)
  if (longer <= SMALL_PX) return [2, 1, 4]
  return [...new Set(SIDES_PX.map((side) => Math.min(1, side / longer)))]
}

export function draw(source: CanvasImageSource, width: number, height: number, canvas?: HTMLCanvasElement) {
  const target = canvas ?? document.createElement('canvas')
  target.width = Math.round(width)
  target.height = Math.round(height)
  const context = target.getContext('2d', { willReadFrequently: true })
  // Transparent pixels would be read as black.
  if (context) {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, target.width, target.height)
    context.drawImage(source, 0, 0, target.width, target.height)
  }
  return target
}
