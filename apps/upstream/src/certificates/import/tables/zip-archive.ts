import { close, createReadStream, fstatSync, openSync, read } from 'node:fs'
import type { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { CommandError } from '#platform/commands/command-error.ts'
import type { OnRead } from './text-encoding.ts'

const UNPACKED_MAX_BYTES = 2 ** 30
const RATIO_MAX = 200
/** Size from which the compression ratio is checked, because small parts may be compressed better. */
const RATIO_FROM_BYTES = 2 ** 20

/** What an archive may hold, and the sentences of refusals. */
interface ArchiveKind {
  entriesMax: number
  damaged: string
  tooLarge: string
}

const WORKBOOK: ArchiveKind = {
  entriesMax: 10_000,
  damaged: '工作簿已损坏，无法读取，请在表格软件中重新保存',
  tooLarge: '工作簿解开后过大，没有读取；请另存为 CSV 后再导入',
}

export const makeDamageError = ({ damaged } = WORKBOOK) => new CommandError(damaged)

/** Files of an archive. Their sizes are checked in the directory before anything is unpacked. */
export interface Archive {
  names(): Iterable<string>
  has(name: string): boolean
  /** Unpacked size, bytes. */
  countBytes(name: string): number
  /** Reads unpacked content, never more than declared. @throws CommandError for a damaged part */
  read(name: string): AsyncGenerator<Buffer>
  close(): void
}

/**
 * Reads a file for yauzl. Its own reader throws outside of every promise at a position beyond 2^53, which an archive of
 * ZIP64 can name, and so ends the process.
 */
class ArchiveFile extends RandomAccessReader {
  readonly #path: string
  readonly #file: number
  readonly bytes: number

  constructor(path: string) {
    super()
    this.#path = path
    this.#file = openSync(path, 'r')
    this.bytes = fstatSync(this.#file).size
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    if (position < this.bytes) read(this.#file, buffer, offset, length, position, callback)
    else setImmediate(callback, makeDamageError())
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 })
  }

  override close(callback: (error: Error | null) => void): void {
    close(this.#file, callback)
  }
}

/**
 * @param onRead called for each chunk that is unpacked
 * @throws CommandError for a file that is no archive, is encrypted, or would unpack to too much
 */
export async function openArchive(path: string, onRead?: OnRead, kind = WORKBOOK): Promise<Archive> {
  let file: ArchiveFile | undefined
  let zip: ZipFile | undefined
  try {
    file = new ArchiveFile(path)
    // Names are compared with those in the workbook and never used as paths.
    zip = await fromRandomAccessReaderPromise(file, file.bytes, { autoClose: false, decodeStrings: false })
    return createArchiveReader(zip, await readDirectory(zip, kind), kind, onRead)
  } catch (error) {
    if (zip) zip.close()
    else file?.close(() => undefined)
    throw error instanceof CommandError ? error : makeDamageError(kind)
  }
}

function createArchiveReader(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  kind: ArchiveKind,
  onRead?: OnRead,
): Archive {
  async function* read(name: string) {
    const entry = entries.get(name)
    if (!entry) throw makeDamageError(kind)
    let stream: Readable | undefined
    try {
      stream = await zip.openReadStreamPromise(entry)
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        onRead?.()
        yield chunk
      }
    } catch (error) {
      throw error instanceof CommandError ? error : makeDamageError(kind)
    } finally {
      stream?.destroy()
    }
  }
  return {
    read,
    names: () => entries.keys(),
    has: (name) => entries.has(name),
    countBytes: (name) => entries.get(name)?.uncompressedSize ?? 0,
    close: () => zip.close(),
  }
}

async function readDirectory(zip: ZipFile, kind: ArchiveKind): Promise<Map<string, Entry>> {
  if (zip.entryCount > kind.entriesMax) throw makeDamageError(kind)
  const entries = new Map<string, Entry>()
  let all = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new CommandError('文件有密码，请取消密码后再导入')
    const { compressedSize, uncompressedSize } = entry
    all += uncompressedSize
    const isBomb = uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * RATIO_MAX
    if (isBomb || all > UNPACKED_MAX_BYTES) throw new CommandError(kind.tooLarge)
    const name = entry.fileNameRaw.toString('utf8').replaceAll('\\', '/').replace(/^\//, '')
    entries.set(name, entry)
  }
  return entries
}
