import { Readable, Transform } from 'node:stream'
import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import type { FastifyRequest } from 'fastify'
import { clientGone, malformed, tooLarge } from '#errors.ts'

/** Maximum size of what multipart adds around a file, bytes. */
const WRAPPING_MAX_BYTES = 64 * 1024

/** Returns the error for an upload that contains no file. */
export function refuseNoFile({ headers, body }: FastifyRequest): Error | undefined {
  if (!headers['content-type']?.startsWith('multipart/form-data')) return malformed('请以文件形式上传')
  return isStream(body) ? undefined : malformed('没有收到文件')
}

function isStream(body: unknown): body is Readable {
  return body instanceof Readable
}

/**
 * Counts the bytes that arrive, as a client need not declare a length. Refuses a declared length over the limit at
 * once.
 * @param fileMaxBytes size of the file alone
 */
export function limitBody(request: FastifyRequest, fileMaxBytes = UPLOAD_MAX_BYTES): Error | undefined {
  const maxBytes = fileMaxBytes + WRAPPING_MAX_BYTES
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLarge()
  const { body } = request
  if (!isStream(body)) return undefined
  let bytes = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(tooLarge())
      else done(null, chunk)
    },
  })
  // An upload that the client aborts does not count as upstream's failure.
  body.on('error', (error) => limited.destroy(clientGone(error)))
  // Upstream may have answered before the end of the body; then nothing else handles its errors.
  limited.on('error', () => undefined)
  request.body = body.pipe(limited)
  return undefined
}
