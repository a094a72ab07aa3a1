import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { badInput } from '#platform/errors.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { makeFileName } from './file-store.ts'

const FILE_NAME_MAX = 120
const LIMITS = { files: 1, fields: 4, fieldSize: 1024, fieldNameSize: 100, parts: 5, headerPairs: 20 }

export interface KeptUpload {
  /** Random name, under which it can be stored. */
  file: string
  /** Path of the file, until it is stored. */
  path: string
  /** Name that the uploader gave it, without folders. */
  fileName: string
  /** SHA-256, hex. */
  hash: string
  bytes: number
}

/**
 * Streams the one file of a multipart body to the disk and flushes it.
 * @returns `too-large` above `maxBytes`; `none` without a file in `field`. Then nothing is left on the disk.
 * @throws AppError for several files
 */
export async function keepUpload(
  request: FastifyRequest,
  { field, folder, maxBytes }: { field: string; folder: string; maxBytes: number },
): Promise<KeptUpload | 'none' | 'too-large'> {
  if (!request.isMultipart()) return 'none'
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = makeFileName()
  const path = join(folder, file)
  const refuse = async <T>(why: T): Promise<T> => {
    await rm(path, { force: true })
    return why
  }
  try {
    let kept: KeptUpload | undefined
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
      if (part.type !== 'file') continue
      if (part.fieldname !== field) return await refuse('none' as const)
      const hash = createHash('sha256')
      let bytes = 0
      const hashing = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          bytes += chunk.length
          done(null, chunk)
        },
      })
      await pipeline(part.file, hashing, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
      if (part.file.truncated) return await refuse('too-large' as const)
      kept = { file, path, fileName: toFileName(part.filename), hash: hash.digest('hex'), bytes }
    }
    return kept ?? 'none'
  } catch (error) {
    await refuse(null)
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'FST_FILES_LIMIT') throw badInput('一次只能上传一个文件')
    if (code.startsWith('FST_') || /multipart|boundary|terminated early|premature/i.test(message)) return 'none'
    throw error
  }
}

/** Converts the name of an uploaded file to one line. A long name is cut before its ending, which says what the file is. */
export function toFileName(typed: string): string {
  const name = toOneLine(typed.replace(/^.*[\\/]/, ''), typed.length)
  if (name.length <= FILE_NAME_MAX) return name
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? ''
  return toOneLine(name, FILE_NAME_MAX - ending.length) + ending
}
