import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import { PICTURE_PIXELS_MAX } from '@portal/contract/media/media-rules.ts'
import sharp, { type Metadata } from 'sharp'
import { AppError, tooManyPixels } from '#platform/errors.ts'
import { createWorkQueue } from '#platform/work-queue.ts'
import { type Format, listFormats, type PictureUse, toBox } from './picture-formats.ts'

/** A picture for storing, encoded here from its pixels. */
interface Picture {
  bytes: Buffer
  ending: 'jpg' | 'png' | 'gif' | 'webp'
  /** Size of one frame, px. */
  width: number
  height: number
}

/** Maximum pixels of all frames together. Decoded, they are up to 200 MB. */
const PIXELS_MAX = PICTURE_PIXELS_MAX
const FRAMES_MAX = 200
/** Maximum size of the stored picture, the same as of uploads. */
const STORED_MAX_BYTES = UPLOAD_MAX_BYTES
/** Time limit of one picture; only attacks need more. */
const TIMEOUT_SECONDS = 20
const AT_ONCE = 2
const WAITING = 22
/** A short post has as many pictures. */
const WAITING_OF_ONE = 9

// All other decoders are blocked, even for files that pretend to have one of these formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})
// Pictures never repeat, so a cache only costs memory. Each uses one thread, because two run in parallel.
sharp.cache(false)
sharp.concurrency(1)

/** Detects the format by the first bytes, before any decoder reads them. */
function detectFormat(bytes: Buffer): Format | undefined {
  const readAscii = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length < 16) return undefined
  if (readAscii(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (readAscii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (readAscii(0, 6) === 'GIF87a' || readAscii(0, 6) === 'GIF89a') return 'gif'
  if (readAscii(0, 4) === 'RIFF' && readAscii(8, 12) === 'WEBP') return 'webp'
  if (readAscii(4, 8) === 'ftyp' && ['avif', 'avis', 'mif1'].includes(readAscii(8, 12))) return 'avif'
  return undefined
}

const countPixels = ({ width, height, pageHeight, pages = 1 }: Metadata): number =>
  width * (pageHeight ?? height) * pages

/**
 * Re-encodes a picture's pixels, upright, in sRGB, at most 4096 px a side, which removes position, camera, other
 * metadata and hidden files. The bytes determine the type. The smallest result of its own format and WebP is stored.
 * @param client whose share of the queue it uses
 * @param use `print` and `signature`: one frame, smaller, and a JPEG or PNG, because a PDF accepts no other;
 * a number: of this width and the same format, and no larger than `bytes`
 * @returns `undefined` for an invalid JPEG, PNG, GIF, WebP or AVIF, and for a width when the picture is animated or not
 * wider; `too-large` above 10 MB
 * @throws AppError for too many pixels, and when too many pictures wait
 */
export type PictureMaker = (
  bytes: Buffer,
  client?: string,
  use?: PictureUse,
) => Promise<Picture | 'too-large' | undefined>

export type PictureMakerService = ReturnType<typeof createPictureMaker>

export function createPictureMaker(): PictureMaker {
  const pass = createWorkQueue(AT_ONCE, WAITING, WAITING_OF_ONE)
  return async (bytes, client, use = 'page') => {
    const format = detectFormat(bytes)
    if (!format) return undefined
    return await pass(async () => {
      try {
        const animated = use === 'page' && (format === 'gif' || format === 'webp')
        const input = sharp(bytes, { animated, failOn: 'error', limitInputPixels: PIXELS_MAX })
        const metadata = await input.metadata()
        const isAvif = metadata.format === 'heif' && metadata.compression === 'av1'
        if (format === 'avif' ? !isAvif : metadata.format !== format) return undefined
        if ((metadata.pages ?? 1) > FRAMES_MAX) return undefined
        if (countPixels(metadata) > PIXELS_MAX) throw tooManyPixels(PIXELS_MAX)
        if (typeof use === 'number' && ((metadata.pages ?? 1) > 1 || metadata.width <= use)) return undefined
        const upright = input
          .autoOrient()
          .resize({ ...toBox(use), fit: 'inside', withoutEnlargement: true })
          .timeout({ seconds: TIMEOUT_SECONDS })
        let smallest: Picture | undefined
        // Encodes sequentially, because in parallel it would hold twice the pixels.
        for (const { ending, encode } of listFormats(use, format, metadata)) {
          const { data, info } = await encode(upright.clone()).toBuffer({ resolveWithObject: true })
          const size = { width: info.width, height: info.pageHeight ?? info.height }
          if (!smallest || data.length < smallest.bytes.length) smallest = { bytes: data, ending, ...size }
          if (typeof use === 'number' && data.length > bytes.length) smallest = { bytes, ending, ...size }
        }
        return smallest && smallest.bytes.length > STORED_MAX_BYTES ? 'too-large' : smallest
      } catch (error) {
        if (error instanceof AppError) throw error
        if (error instanceof Error && /pixel limit/.test(error.message)) throw tooManyPixels(PIXELS_MAX)
        // Errors of a decoder reveal internals, and all mean that the bytes are not a picture.
        return undefined
      }
    }, client)
  }
}
