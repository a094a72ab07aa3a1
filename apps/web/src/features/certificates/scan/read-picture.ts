import { loadOwnReader, loadQrReader } from './qr-reader.ts'

/**
 * Longer sides that a photo is tried at, px, in this order. A code that fills the picture is read best when it is
 * small, one in a corner when it is large; a photo of 12 megapixels as it is would take seconds.
 */
const SIDES_PX = [1000, 1800, 600] as const
/** Smaller pictures, as chats send them, are drawn at twice their size: a module of one pixel is not found. */
const SMALL_PX = 400

export class NotAPictureError extends Error {}

/**
 * Reads the QR code in a picture, which does not leave the device.
 * @returns its text; `null` when none is found
 * @throws NotAPictureError when the browser cannot open the file
 */
export async function readPicture(file: Blob): Promise<string | null> {
  const bitmap = await open(file)
  try {
    const reader = await loadQrReader()
    return (await tryAll(bitmap, reader.read)) ?? (await tryAll(bitmap, (await loadOwnReader()).read))
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

async function tryAll(bitmap: ImageBitmap, read: (canvas: HTMLCanvasElement) => Promise<string | null>) {
  for (const scale of scalesFor(bitmap)) {
    const text = await read(draw(bitmap, bitmap.width * scale, bitmap.height * scale))
    if (text !== null) return text
  }
  return null
}

/** Factors that the sides are multiplied with, each once. */
export function scalesFor({ width, height }: { width: number; height: number }): number[] {
  const longer = Math.max(width, height)
  if (longer <= SMALL_PX) return [2, 1, 4]
  return [...new Set(SIDES_PX.map((side) => Math.min(1, side / longer)))]
}

/** Draws a picture or a frame at this size. */
export function draw(source: CanvasImageSource, width: number, height: number, canvas?: HTMLCanvasElement) {
  const target = canvas ?? document.createElement('canvas')
  target.width = Math.round(width)
  target.height = Math.round(height)
  const context = target.getContext('2d', { willReadFrequently: true })
  // What is transparent would be read as black.
  if (context) {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, target.width, target.height)
    context.drawImage(source, 0, 0, target.width, target.height)
  }
  return target
}
