import { SIGNATURE_PICTURE } from '@portal/contract/accounts/people-rules.ts'
import { DESK_PICTURE } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { Metadata, PngOptions, Sharp } from 'sharp'

export type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

const JPEG_QUALITY = 85
const WEBP_QUALITY = 85
/** JPEG quality of printed pictures. */
const PRINT_QUALITY = 90
/** Widths in which pictures of articles are offered, px. */
export const PICTURE_WIDTHS = [480, 960, 1600] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]
/** Use of a stored picture, or the width of a smaller one. */
export type PictureUse = 'page' | 'print' | 'signature' | PictureWidth
/** Longest side of stored pictures, px. */
const SIDE_MAX = {
  page: 4096,
  print: DESK_PICTURE.sideMaxPx,
  signature: SIGNATURE_PICTURE.sideMaxPx,
} as const
/** Maximum pixels of all frames together. Encoding a larger picture as lossless WebP takes about a minute. */
const LOSSLESS_PIXELS_MAX = 4_000_000

interface Way {
  ending: 'jpg' | 'png' | 'gif' | 'webp'
  encode(image: Sharp): Sharp
}

/** Returns the largest size of a picture. */
export function toBox(use: PictureUse): { width: number; height?: number } {
  return typeof use === 'number' ? { width: use } : { width: SIDE_MAX[use], height: SIDE_MAX[use] }
}

/** Lists the encodings to try. */
export function listFormats(use: PictureUse, format: Format, metadata: Metadata): Way[] {
  if (use === 'print') return listPrintFormats(format, metadata)
  if (use === 'signature') return listSignatureFormats(format, metadata)
  // A width has the ending of its picture, which is the first.
  return use === 'page' ? listStoredFormats(format, metadata) : listStoredFormats(format, metadata, true).slice(0, 1)
}

/** Lists the encodings to try for this format. The smallest result is stored. Lossless sources stay lossless. */
function listStoredFormats(format: Format, metadata: Metadata, isScaled = false): Way[] {
  const { width, height, pageHeight, pages = 1 } = metadata
  const isSmall = width * (pageHeight ?? height) * pages <= LOSSLESS_PIXELS_MAX
  const lossless: Way[] = isSmall
    ? [{ ending: 'webp', encode: (image) => image.webp({ lossless: true, effort: 2 }) }]
    : []
  const lossy: Way = { ending: 'webp', encode: (image) => image.webp({ quality: WEBP_QUALITY, effort: 1 }) }
  if (format === 'jpeg') return [{ ending: 'jpg', encode: (image) => image.jpeg({ quality: JPEG_QUALITY }) }, lossy]
  if (format === 'png') return [{ ending: 'png', encode: (image) => encodePng(image, metadata, isScaled) }, ...lossless]
  if (format === 'gif') return [{ ending: 'gif', encode: (image) => image.gif() }, ...lossless]
  return [lossy]
}

/**
 * Lists the encodings of a printed picture. A drawing stays a PNG when that is smaller; transparent parts become white.
 */
function listPrintFormats(format: Format, metadata: Metadata): Way[] {
  const flattenOnWhite = (image: Sharp) => image.flatten({ background: '#fff' })
  const jpeg: Way = {
    ending: 'jpg',
    encode: (image) => flattenOnWhite(image).jpeg({ quality: PRINT_QUALITY, chromaSubsampling: '4:4:4' }),
  }
  return format === 'png'
    ? [{ ending: 'png', encode: (image) => encodePng(flattenOnWhite(image), metadata) }, jpeg]
    : [jpeg]
}

/**
 * Lists the encoding of a signature. Transparent parts stay transparent, so that the paper shows through; a photograph
 * gets few colours, or its noise would be large.
 */
function listSignatureFormats(_format: Format, { hasAlpha }: Metadata): Way[] {
  const options: PngOptions = hasAlpha ? {} : { palette: true, colours: 16, dither: 0 }
  return [{ ending: 'png', encode: (image) => image.png(options) }]
}

/**
 * Encodes as PNG. Grey pictures keep one channel, and those with a palette or few bits per pixel get a palette;
 * otherwise they would grow.
 */
function encodePng(image: Sharp, metadata: Metadata, isScaled = false): Sharp {
  const { space, hasProfile, isPalette, bitsPerSample = 8, width, height } = metadata
  const isGrey = space === 'b-w' && !hasProfile
  if (!isPalette && bitsPerSample >= 8) return isGrey ? image.toColourspace('b-w').png() : image.png()
  // Scaling down adds shades between the colours, which need twice the bits.
  const bits = isScaled || Math.max(width, height) > SIDE_MAX.page ? Math.min(8, 2 * bitsPerSample) : bitsPerSample
  const options: PngOptions = { palette: true, colours: 2 ** bits, dither: 0 }
  return image.png(options)
}
