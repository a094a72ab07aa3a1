import sharp from 'sharp'
import { sitePictureUnfit } from '#platform/errors.ts'
import { type FileStore, storeNew } from '#platform/files/file-store.ts'
import { cleanSvg } from './clean-svg.ts'

/** Longest side of a stored logo or seal, in px: twice what any page or sheet shows. */
const SIDE_MAX = 1200
const PIXELS_MAX = 20_000_000
const TIMEOUT_SECONDS = 10

/**
 * Cleans a logo or seal and stores it. A PNG is encoded again from its pixels; an SVG keeps shapes and colours only.
 * @returns its address
 * @throws AppError with the reason, when it is neither or contains something that must not be stored
 */
export async function keepSitePicture(store: FileStore, bytes: Buffer): Promise<string> {
  const isPng = bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'
  const cleaned = isPng ? await cleanPng(bytes) : Buffer.from(cleanSvg(decodeText(bytes)))
  return `/file/img/${await storeNew(store, cleaned, isPng ? 'png' : 'svg')}`
}

async function cleanPng(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { failOn: 'error', limitInputPixels: PIXELS_MAX })
      .autoOrient()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer()
  } catch {
    throw sitePictureUnfit('PNG 已损坏，或边长过大')
  }
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw sitePictureUnfit('只接受 PNG 与 SVG')
  }
}
