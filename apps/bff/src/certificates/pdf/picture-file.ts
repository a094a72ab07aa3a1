import { setImmediate } from 'node:timers/promises'
import type PDFDocument from 'pdfkit'

type Doc = InstanceType<typeof PDFDocument>

/** An image that can be drawn. */
export interface OpenedPicture {
  image: OpenedImage
  /** Width as displayed, px. */
  width: number
  height: number
}

/** An image as pdfkit opens it. */
interface OpenedImage {
  width: number
  height: number
  /** JPEG only. */
  bits?: number
  /** JPEG only; missing for an invalid number of channels. */
  colorSpace?: string
  /** EXIF orientation, JPEG only: above 4 the picture is turned by a quarter. */
  orientation?: number
  obj: { end(): void } | null
  /** PNG only: present until the picture is embedded, which takes turns of the event loop when it must be decoded. */
  imgData?: unknown
  embed(into: unknown): void
}

declare global {
  namespace PDFKit.Mixins {
    /** Documented, but missing in pdfkit's types. */
    interface PDFImage {
      openImage(bytes: Buffer): OpenedImage
      image(image: OpenedImage, x?: number, y?: number, options?: ImageOption): this
    }
  }
}

/** Maximum number of pixels. A PNG may have to be decoded, at 10 bytes a pixel; a JPEG is embedded as it is. */
const MOST_PIXELS = { png: 16_000_000, jpeg: 100_000_000 }
const PNG_DEPTHS = new Set([1, 2, 4, 8, 16])
const PNG_COLOURS = new Set([0, 2, 3, 4, 6])

/**
 * Embeds a picture. Pictures are embedded one after the other, so that the same pictures give the same bytes.
 * @returns `null` for anything but a valid PNG or JPEG: pdfkit trusts a file's header, PDF readers do not
 */
export async function embedPicture(doc: Doc, bytes: Uint8Array): Promise<OpenedPicture | null> {
  const opened = openPicture(doc, bytes)
  while (opened?.image.imgData) await setImmediate()
  return opened
}

function openPicture(doc: Doc, bytes: Uint8Array): OpenedPicture | null {
  let read: OpenedImage | undefined
  try {
    const isPng = bytes[0] === 0x89
    if (isPng && !isPlausiblePng(bytes)) return null
    read = doc.openImage(Buffer.from(bytes))
    const { width, height, orientation = 1 } = read
    if (!isPng && (read.bits !== 8 || read.colorSpace === undefined)) return null
    if (!(width > 0 && height > 0 && width * height <= MOST_PIXELS[isPng ? 'png' : 'jpeg'])) return null
    read.embed(doc)
    const isTurned = orientation > 4
    return {
      image: read,
      width: isTurned ? height : width,
      height: isTurned ? width : height,
    }
  } catch {
    // The image of a damaged file must be ended, or the document never ends.
    read?.obj?.end()
    return null
  }
}

/** Checks depth and colour type in the header (PNG, section 11.2.2). */
function isPlausiblePng(bytes: Uint8Array): boolean {
  return PNG_DEPTHS.has(bytes[24] ?? 0) && PNG_COLOURS.has(bytes[25] ?? 1)
}
