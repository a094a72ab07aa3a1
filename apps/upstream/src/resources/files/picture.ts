import sharp, { type Metadata, type Sharp } from 'sharp'
import { createWorkQueue } from '#work-queue.ts'

/** A picture as it is stored: made here, from pixels alone. */
export interface Picture {
  bytes: Buffer
  ending: 'jpg' | 'png' | 'gif' | 'webp'
}

/** All frames together. Decoded, 50 megapixels are up to 200 MB. */
const PIXELS_MAX = 50_000_000
const FRAMES_MAX = 200
/** Longest side of what is stored, px. */
const SIDE_MAX = 4096
const JPEG_QUALITY = 85
const WEBP_QUALITY = 85
/** Longest for one picture; more is not a photograph but an attack. */
const TIMEOUT_SECONDS = 20
const AT_ONCE = 2
const WAITING = 22

// Decoders of other formats stay shut even for what pretends to be one of these.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})
// Each picture is another, so that remembering operations only costs memory; and one thread each, as two run at once.
sharp.cache(false)
sharp.concurrency(1)

type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** The format by the first bytes, before any decoder sees them. */
function formatOf(bytes: Buffer): Format | undefined {
  const ascii = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length < 16) return undefined
  if (ascii(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'gif'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp'
  if (ascii(4, 8) === 'ftyp' && ['avif', 'avis', 'mif1'].includes(ascii(8, 12))) return 'avif'
  return undefined
}

function isWithinLimits({ width, height, pageHeight, pages = 1 }: Metadata): boolean {
  return pages <= FRAMES_MAX && width * (pageHeight ?? height) * pages <= PIXELS_MAX
}

function encode(image: Sharp, format: Format): { image: Sharp; ending: Picture['ending'] } {
  if (format === 'jpeg') return { image: image.jpeg({ quality: JPEG_QUALITY }), ending: 'jpg' }
  if (format === 'png') return { image: image.png(), ending: 'png' }
  if (format === 'gif') return { image: image.gif(), ending: 'gif' }
  return { image: image.webp({ quality: WEBP_QUALITY }), ending: 'webp' }
}

/**
 * Decodes a picture and makes a new one of its pixels, upright, in sRGB, at most 4096 px a side: position, camera, other
 * metadata, hidden files behind the picture and everything else that is not pixels are gone. What it is, its bytes say.
 * @returns `undefined` for what is no whole JPEG, PNG, GIF, WebP or AVIF, or has too many pixels
 * @throws AppError when too many pictures wait.
 */
export type PictureMaker = (bytes: Buffer) => Promise<Picture | undefined>

export function createPictureMaker(): PictureMaker {
  const pass = createWorkQueue(AT_ONCE, WAITING)
  return async (bytes) => {
    const format = formatOf(bytes)
    if (!format) return undefined
    return await pass(async () => {
      try {
        const animated = format === 'gif' || format === 'webp'
        const input = sharp(bytes, { animated, failOn: 'error', limitInputPixels: PIXELS_MAX })
        const metadata = await input.metadata()
        const isAvif = metadata.format === 'heif' && metadata.compression === 'av1'
        if (format === 'avif' ? !isAvif : metadata.format !== format) return undefined
        if (!isWithinLimits(metadata)) return undefined
        const upright = input
          .autoOrient()
          .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
          .timeout({ seconds: TIMEOUT_SECONDS })
        const { image, ending } = encode(upright, format)
        return { bytes: await image.toBuffer(), ending }
      } catch {
        // Its errors tell a decoder's inner state; all of them mean that the bytes are not a picture.
        return undefined
      }
    })
  }
}
