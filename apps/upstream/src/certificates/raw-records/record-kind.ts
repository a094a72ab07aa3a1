import { createReadStream } from 'node:fs'
import {
  getEnding,
  RAW_RECORD_ENDINGS,
  type RawRecordKind,
} from '@portal/contract/certificates/desk/raw-record-rules.ts'
import { detectEncoding, readHead } from '#certificates/import/tables/text-encoding.ts'
import { CommandError } from '#platform/commands/command-error.ts'

const HEAD_BYTES = 4096

/** First bytes of the kinds that are no texts, hex. */
const SIGNATURES: readonly (readonly [RawRecordKind, string])[] = [
  ['png', '89504e470d0a1a0a'],
  ['jpeg', 'ffd8ff'],
  ['tiff', '49492a00'],
  ['tiff', '4d4d002a'],
  ['pdf', '255044462d'],
]

/**
 * Recognises the kind of a file by its content, and checks that its name has an ending of this kind.
 * @returns `undefined` for any other file
 */
export async function recogniseKind(path: string, fileName: string): Promise<RawRecordKind | undefined> {
  const head = await readHead(path, HEAD_BYTES)
  const found = SIGNATURES.find(([, start]) => head.toString('hex', 0, start.length / 2) === start)
  const kind = found?.[0] ?? (await recogniseText(path, head))
  return kind && (RAW_RECORD_ENDINGS[kind] as readonly string[]).includes(getEnding(fileName)) ? kind : undefined
}

async function recogniseText(path: string, head: Buffer): Promise<RawRecordKind | undefined> {
  if (head.length === 0) return undefined
  try {
    const encoding = await detectEncoding(path, head)
    for await (const chunk of createReadStream(path)) {
      if (encoding !== 'utf-16le' && encoding !== 'utf-16be' && (chunk as Buffer).includes(0)) return undefined
    }
    return /##\s*JCAMP-?DX\s*=/i.test(head.toString('latin1')) ? 'jcamp' : 'text'
  } catch (error) {
    if (error instanceof CommandError) return undefined
    throw error
  }
}
