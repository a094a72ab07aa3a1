/** Pixels of a canvas, RGBA. */
export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** The browser's detector, which is not in TypeScript's library. */
interface NativeDetector {
  detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>
}
interface NativeDetectorType {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

/** Reads a QR code on the device; `null` where it finds none. */
export type ReadQr = (canvas: HTMLCanvasElement) => Promise<string | null>

/** The browser's detector where it works, else the bundled reader. */
export async function loadQrReader(): Promise<ReadQr> {
  const native = await nativeReader()
  return native ? withFallback(native) : loadBundledReader()
}

async function nativeReader(): Promise<ReadQr | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorType }).BarcodeDetector
  try {
    if (!(await Detector?.getSupportedFormats())?.includes('qr_code') || !Detector) return null
    const detector = new Detector({ formats: ['qr_code'] })
    return async (canvas) => (await detector.detect(canvas))[0]?.rawValue || null
  } catch {
    // Some browsers have the class without the service behind it.
    return null
  }
}

/** On phones without Google's services the detector exists, lists its formats, and then fails. */
function withFallback(native: ReadQr): ReadQr {
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

export async function loadBundledReader(): Promise<ReadQr> {
  const { decodeQR } = await import('qr/decode.js')
  return async (canvas) => decode(decodeQR, pixelsOf(canvas))
}

/** @param decodeQR throws where it finds no code */
export function decode(decodeQR: (image: Pixels) => string, pixels: Pixels): string | null {
  try {
    return decodeQR(pixels) || null
  } catch {
    return null
  }
}

function pixelsOf(canvas: HTMLCanvasElement): Pixels {
  const { width, height } = canvas
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas context')
  return context.getImageData(0, 0, width, height)
}
