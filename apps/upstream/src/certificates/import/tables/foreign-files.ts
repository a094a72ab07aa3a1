import { createReadStream } from 'node:fs'
import { CommandError } from '#platform/commands/command-error.ts'
import { CHUNK_BYTES } from './text-encoding.ts'

/** First bytes of other formats that people upload as a table, with their names. */
const FOREIGN: readonly (readonly [bytes: string, name: string])[] = [
  ['25504446', 'PDF 文件'],
  ['89504e47', '图片'],
  ['ffd8ff', '图片'],
  ['47494638', '图片'],
  ['52617221', '压缩包'],
  ['377abcaf', '压缩包'],
  ['1f8b', '压缩包'],
]
const OLD_CONTAINER = 'd0cf11e0'
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** @throws CommandError for a known format that is no readable table; it names the format and what to do */
export async function refuseForeign(path: string, head: Buffer): Promise<void> {
  const begins = head.toString('hex', 0, 4)
  if (begins === OLD_CONTAINER) {
    if (await containsBytes(path, ENCRYPTED)) throw new CommandError('文件有密码，请取消密码后另存为 .xlsx 再导入')
    throw new CommandError('是旧格式的 .xls 或 .et 文件，请在表格软件中另存为 .xlsx 再导入')
  }
  const foreignFormat = FOREIGN.find(([bytes]) => begins.startsWith(bytes))
  if (foreignFormat) throw new CommandError(`是${foreignFormat[1]}，不是表格，请用 .xlsx 或 .csv`)
  if (/^[\s\ufeff]*<(?:!doctype|html|table|\?xml)/i.test(head.toString('utf8', 0, 400))) {
    throw new CommandError('是网页或 XML，不是表格，请在表格软件中打开并另存为 .xlsx 再导入')
  }
}

async function containsBytes(path: string, searchedBytes: Buffer): Promise<boolean> {
  let tail = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    const bytes = Buffer.concat([tail, chunk as Buffer])
    if (bytes.includes(searchedBytes)) return true
    tail = bytes.subarray(-searchedBytes.length)
  }
  return false
}
