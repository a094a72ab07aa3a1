import type { CertificatePicture } from '@portal/contract/certificates/certificates.ts'
import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import { FILE_NAME_PATTERN } from '@portal/contract/files.ts'
import { runWithinTime } from '#time-limit.ts'
import type { UpstreamClient } from '#upstream/upstream-client.ts'

/** Bytes of each picture, PNG or JPEG; `null` for one that is unavailable, of another type, or too large. */
export type PictureReader = (pictures: readonly CertificatePicture[]) => Promise<(Uint8Array | null)[]>

/** Maximum size of all pictures of a certificate together; further ones are omitted. Bytes. */
const TOTAL_MAX_BYTES = 24 * 1024 * 1024
/** Longest wait for pictures. */
const TIME_MAX_MS = 8_000
const FILE_NAME = new RegExp(FILE_NAME_PATTERN)
const KINDS = ['89504e470d0a1a0a', 'ffd8ff'].map((hex) => Buffer.from(hex, 'hex'))

export function createPictureReader(upstream: Pick<UpstreamClient, 'address' | 'streams'>): PictureReader {
  async function read(name: string, signal: AbortSignal): Promise<Buffer | null> {
    const { statusCode, body } = await upstream.streams.request({
      origin: upstream.address.origin,
      path: `/file/img/${name}`,
      method: 'GET',
      headers: { accept: 'image/png, image/jpeg', 'accept-encoding': 'identity' },
      signal,
    })
    const bytes: Buffer[] = []
    let size = 0
    // Leaving the loop closes the body.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > UPLOAD_MAX_BYTES || statusCode !== 200) return null
      bytes.push(chunk)
    }
    const whole = Buffer.concat(bytes)
    return KINDS.some((kind) => whole.subarray(0, kind.length).equals(kind)) ? whole : null
  }

  async function readOne({ url }: CertificatePicture): Promise<Buffer | null> {
    const name = url.slice('/file/img/'.length)
    if (!FILE_NAME.test(name)) return null
    // A missing picture must not prevent the certificate.
    return runWithinTime(TIME_MAX_MS, (signal) => read(name, signal)).catch(() => null)
  }

  return async (pictures) => {
    const all = await Promise.all(pictures.map(readOne))
    let total = 0
    return all.map((bytes) => {
      total += bytes?.length ?? 0
      return total <= TOTAL_MAX_BYTES ? bytes : null
    })
  }
}
