import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { CommandError } from '#platform/commands/command-error.ts'

export type TextEncoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be'

export const CHUNK_BYTES = 1 << 18

/** Called for each chunk that is read, as a sign of progress. */
export type OnRead = () => void

/** Reads the first bytes of a file. */
export async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(bytes)
    const { bytesRead } = await file.read(head, 0, bytes, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Detects the encoding of a text: by its byte order mark, else UTF-8 if all of it is valid, else GB18030, which Chinese
 * spreadsheet programs write.
 * @throws CommandError when it is none of them, or no text
 */
export async function detectEncoding(path: string, head: Buffer): Promise<TextEncoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head.includes(0)) throw new CommandError('不是表格文件：内容不是文字，也不是 .xlsx 工作簿')
  for (const encoding of ['utf-8', 'gb18030'] as const) if (await isTextIn(path, encoding)) return encoding
  throw new CommandError('既不是 UTF-8 也不是 GB18030 编码，请另存为“CSV UTF-8”后再导入')
}

async function isTextIn(path: string, encoding: TextEncoding): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }))
      decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    return false
  }
}

/** Converts bytes to UTF-8 without a byte order mark. */
export function toUtf8(encoding: TextEncoding, onRead?: OnRead): Transform {
  const decoder = new TextDecoder(encoding)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onRead?.()
      done(null, decoder.decode(chunk, { stream: true }))
    },
    flush: (done) => done(null, decoder.decode()),
  })
}
