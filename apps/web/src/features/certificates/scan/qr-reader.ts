/** Pixels of a canvas, RGBA. */
interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

interface NativeDetectorType {
  new (options: { formats: string[] }): { detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]> }
  getSupportedFormats(): Promise<string[]>
}

/** Reads a QR code on the device; `null` when it finds none. */
type ReadQr = (canvas: HTMLCanvasElement) => Promise<string | null>

/** Uses the browser's detector where it works, else the bundled reader. */
export async function loadQrReader(): Promise<ReadQr> {
  const native = await loadNativeReader()
  return native ? addFallback(native) : loadBundledReader()
}

async function loadNativeReader(): Promise<ReadQr | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorType }).BarcodeDetector
  try {
    if (!(await Detector?.getSupportedFormats())?.includes('qr_code') || !Detector) return null
    const detector = new Detector({ formats: ['qr_code'] })
    return async (canvas) => (await detector.detect(canvas))[0]?.rawValue || null
  } catch {
    // Some browsers have the class but not the service that it needs.
    return null
  }
}

/**
 * Adds the bundled reader: on phones without Google's services the detector exists, lists its formats, and then fails.
 */
function addFallback(native: ReadQr): ReadQr {
  let bundled: ReadQr | null = null
  return async (canvas) => {
    if (bundled) return bundled(canvas)
    try {
      return await native(canvas)
    } catch {
      bundled = await loadBundledReader()
      return bundled(canvas)
    }
  }
}

async function loadBundledReader(): Promise<ReadQr> {
  const { decodeQR } = await import('qr/decode.js')
  return async (canvas) => decode(decodeQR, getPixels(canvas))
}

/** @param decodeQR function that throws when it finds no code */
export function decode(decodeQR: (image: Pixels) => string, pixels: Pixels): string | null {
  try {
    return decodeQR(pixels) || null
  } catch {
    return null
  }
}

function getPixels(canvas: HTMLCanvasElement): Pixels {
  const { width, height } = canvas
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas context')
  return context.getImageData(0, 0, width, height)
}

/**
 * Lengths in px to which the longer side of a photo is scaled, in this order. A code that fills the picture is best
 * read small, one in a corner large; 12 megapixels would take seconds.
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
  for (const scale of listScales(bitmap)) {
    const text = await read(draw(bitmap, bitmap.width * scale, bitmap.height * scale))
    if (text !== null) return text
  }
  return null
}

/** Lists the scale factors to try. */
export function listScales({ width, height }: { width: number; height: number }): number[] {
  const longer = Math.max(width, height)
  if (longer <= SMALL_PX) return [2, 1, 4]
  return [...new Set(SIDES_PX.map((side) => Math.min(1, side / longer)))]
}

export function draw(source: CanvasImageSource, width: number, height: number, canvas?: HTMLCanvasElement) {
  const target = canvas ?? document.createElement('canvas')
  target.width = Math.round(width)
  target.height = Math.round(height)
  const context = target.getContext('2d', { willReadFrequently: true })
  // Fills the background, because transparent pixels would be read as black.
  if (context) {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, target.width, target.height)
    context.drawImage(source, 0, 0, target.width, target.height)
  }
  return target
}
