import type { FastifyRequest } from 'fastify'

export interface MultipartFile {
  bytes: Buffer
  /** The client's file name without folders, which is never used as a path or as a type. */
  fileName: string
}

/** Other fields of the form are ignored. */
const LIMITS = { files: 1, fields: 4, fieldSize: 1024, fieldNameSize: 100, parts: 5, headerPairs: 20 }
/** Maximum size of the multipart body besides the file, in bytes. */
const WRAPPING_MAX_BYTES = 64 * 1024

function isMultipartFault(error: unknown): boolean {
  // The parser's errors have no common class; the client causes all of them.
  return error instanceof Error && (String((error as { code?: string }).code).startsWith('FST_') || isCutShort(error))
}

function isCutShort({ message }: Error): boolean {
  return /multipart|boundary|terminated early|premature/i.test(message)
}

/**
 * Reads a multipart body with one file into memory. The server discards the rest of a refused body, at most until its
 * request timeout.
 * @returns `too-large` above `maxBytes`; `none` unless there is exactly one file in `field`
 */
export async function readMultipartFile(
  request: FastifyRequest,
  field: string,
  maxBytes: number,
): Promise<MultipartFile | 'none' | 'too-large'> {
  if (!request.isMultipart()) return 'none'
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + WRAPPING_MAX_BYTES) return 'too-large'
  let found: MultipartFile | undefined
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
      if (part.type !== 'file') continue
      const chunks: Buffer[] = []
      for await (const chunk of part.file) chunks.push(chunk as Buffer)
      if (part.file.truncated) return 'too-large'
      if (part.fieldname !== field) return 'none'
      found = { bytes: Buffer.concat(chunks), fileName: part.filename }
    }
  } catch (error) {
    if (isMultipartFault(error)) return 'none'
    throw error
  }
  return found ?? 'none'
}
