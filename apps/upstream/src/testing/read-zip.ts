import { inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22

/** Reads the files of a small ZIP archive by name, from its central directory. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - END_BYTES
  if (zip.readUInt32LE(end) !== END) throw new Error('no ZIP archive, or one that was cut off')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('a broken central directory')
    const isDeflated = zip.readUInt16LE(at + 10) === 8
    const bytes = zip.readUInt32LE(at + 20)
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, nameEnd)
    const head = zip.readUInt32LE(at + 42)
    const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
    const data = zip.subarray(from, from + bytes)
    files.set(name, isDeflated ? inflateRawSync(data) : data)
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
