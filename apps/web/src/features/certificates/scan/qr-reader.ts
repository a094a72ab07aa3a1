/** Pixels as a canvas gives them, RGBA. */
export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** What the browser's own detector gives; not in TypeScript's library, as few browsers have it. */
interface NativeDetector {
  detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>
}
interface NativeDetectorType {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

/** Reads a QR code on the device; `null` where none is seen. */
export interface QrReader {
  read(canvas: HTMLCanvasElement): Promise<string | null>
}

/** The browser's own detector where it reads QR codes, as long as it works; else ours, which is loaded for it. */
export async function loadQrReader(): Promise<QrReader> {
  const native = await nativeReader()
  return native ? readerWithFallback(native) : loadOwnReader()
}

async function nativeReader(): Promise<QrReader | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorType }).BarcodeDetector
  try {
    if (!(await Detector?.getSupportedFormats())?.includes('qr_code') || !Detector) return null
    const detector = new Detector({ formats: ['qr_code'] })
    return { read: async (canvas) => (await detector.detect(canvas))[0]?.rawValue || null }
  } catch {
    // Some browsers name the class and lack the service behind it.
    return null
  }
}

/** On phones without Google's services the detector is there, says what it can read, and then fails. */
function readerWithFallback(native: QrReader): QrReader {
  let own: QrReader | null = null
  return {
    async read(canvas) {
      if (own) return own.read(canvas)
      try {
        return await native.read(canvas)
      } catch {
        own = await loadOwnReader()
        return own.read(canvas)
      }
    },
  }
}

/** Ours, in every browser. */
export async function loadOwnReader(): Promise<QrReader> {
  const { decodeQR } = await import('qr/decode.js')
  return { read: async (canvas) => decode(decodeQR, pixelsOf(canvas)) }
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
  if (!context) throw new Error('this browser draws on no canvas')
  return context.getImageData(0, 0, width, height)
}
