import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { CommandError } from '#commands/command-error.ts'

/** One file of an archive, as the directory at its end declares it. */
interface ZipEntry {
  method: number
  packedBytes: number
  bytes: number
  /** Of its local header. */
  offset: number
}

const END_BYTES = 22
const COMMENT_MAX = 0xffff
const END_MARK = 0x06054b50
const ENTRY_MARK = 0x02014b50
const LOCAL_MARK = 0x04034b50
/** Values above need the records of ZIP64, which no spreadsheet of our size has. */
const ZIP64 = 0xffffffff
const ENTRIES_MAX = 10_000
const DIRECTORY_MAX_BYTES = 4 * 2 ** 20
const UNPACKED_MAX_BYTES = 2 ** 30
const RATIO_MAX = 200
/** Small parts may be packed better than that. */
const RATIO_FROM_BYTES = 2 ** 20
const STORED = 0
const DEFLATED = 8

const broken = () => new CommandError('工作簿已损坏，无法读取，请在表格软件中重新保存')

/** The files of a workbook. Sizes are checked in the directory, before anything is unpacked. */
export interface Archive {
  has(name: string): boolean
  /** Unpacked size, bytes. */
  bytesOf(name: string): number
  /** Unpacked content, never more than declared. @throws CommandError for a damaged part */
  read(name: string): AsyncGenerator<Buffer>
  /** A small part as text. @throws CommandError above `maxBytes` */
  text(name: string, maxBytes: number): Promise<string>
  close(): Promise<void>
}

/** @throws CommandError for what is no archive, is encrypted, or would unpack to too much */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path)
  try {
    const entries = await readDirectory(file)
    return archiveOf(path, file, entries)
  } catch (error) {
    await file.close()
    throw error instanceof CommandError ? error : broken()
  }
}

function archiveOf(path: string, file: FileHandle, entries: ReadonlyMap<string, ZipEntry>): Archive {
  async function* read(name: string) {
    const entry = entries.get(name)
    if (!entry) throw broken()
    yield* unpacked(path, file, entry)
  }
  return {
    read,
    has: (name) => entries.has(name),
    bytesOf: (name) => entries.get(name)?.bytes ?? 0,
    async text(name, maxBytes) {
      if ((entries.get(name)?.bytes ?? 0) > maxBytes)
        throw new CommandError('工作簿的样式或目录过大，请另存为 CSV 后再导入')
      const chunks: Buffer[] = []
      for await (const chunk of read(name)) chunks.push(chunk)
      return new TextDecoder().decode(Buffer.concat(chunks))
    },
    close: () => file.close(),
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}

async function readDirectory(file: FileHandle): Promise<Map<string, ZipEntry>> {
  const { size } = await file.stat()
  const tailBytes = Math.min(size, END_BYTES + COMMENT_MAX)
  const tail = await readAt(file, size - tailBytes, tailBytes)
  let end = tail.length - END_BYTES
  while (end >= 0 && tail.readUInt32LE(end) !== END_MARK) end -= 1
  if (end < 0) throw broken()
  const count = tail.readUInt16LE(end + 10)
  const [bytes, offset] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (count > ENTRIES_MAX || bytes > DIRECTORY_MAX_BYTES || offset === ZIP64) throw broken()
  return checkSizes(entriesOf(await readAt(file, offset, bytes), count))
}

function entriesOf(directory: Buffer, count: number): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  for (let nth = 0, at = 0; nth < count; nth += 1) {
    if (directory.readUInt32LE(at) !== ENTRY_MARK) throw broken()
    const nameBytes = directory.readUInt16LE(at + 28)
    const moreBytes = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1
    if (isEncrypted) throw new CommandError('文件有密码，请取消密码后再导入')
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes).replaceAll('\\', '/')
    entries.set(name.replace(/^\//, ''), {
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + moreBytes
  }
  return entries
}

function checkSizes(entries: Map<string, ZipEntry>): Map<string, ZipEntry> {
  let all = 0
  for (const { bytes, packedBytes } of entries.values()) {
    all += bytes
    const isBomb = bytes > RATIO_FROM_BYTES && bytes > packedBytes * RATIO_MAX
    if (isBomb || all > UNPACKED_MAX_BYTES) throw new CommandError('工作簿解开后过大，没有读取；请另存为 CSV 后再导入')
  }
  return entries
}

async function* unpacked(
  path: string,
  file: FileHandle,
  { method, packedBytes, bytes, offset }: ZipEntry,
): AsyncGenerator<Buffer> {
  const local = await readAt(file, offset, 30)
  if (local.length < 30 || local.readUInt32LE(0) !== LOCAL_MARK) throw broken()
  if (packedBytes === 0) return
  const start = offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  const packed = createReadStream(path, { start, end: start + packedBytes - 1 })
  if (method !== STORED && method !== DEFLATED) throw broken()
  const plain = method === STORED ? packed : packed.pipe(createInflateRaw())
  packed.on('error', (error) => plain.destroy(error))
  let sum = 0
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      sum += chunk.length
      // The directory may lie.
      if (sum > bytes) throw broken()
      yield chunk
    }
  } catch (error) {
    throw error instanceof CommandError ? error : broken()
  } finally {
    packed.destroy()
    plain.destroy()
  }
}
