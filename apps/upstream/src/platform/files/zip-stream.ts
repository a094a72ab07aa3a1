import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** An entry of a ZIP file: its bytes, or a stream of `size` bytes, `undefined` where the file is gone. */
export type ZipEntry =
  | { name: string; bytes: Buffer }
  | { name: string; size?: number; open: () => Promise<Readable | undefined> }

/** Number of bytes from which an entry needs the format for large files. */
const LARGE_BYTES = 2 ** 31

/** Writes a ZIP file as fast as it is read, one entry at a time. An entry without a stream is left out. */
export function streamZip(entries: readonly ZipEntry[], nowMs: number): Readable {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  const mtime = new Date(nowMs)
  const reading = new AbortController()
  stream.once('close', () => reading.abort())
  zip.on('error', (error: Error) => stream.destroy(error))

  async function fill(): Promise<void> {
    for (const entry of entries) {
      if ('bytes' in entry) {
        zip.addBuffer(entry.bytes, entry.name, { mtime })
        continue
      }
      const source = await entry.open()
      if (!source) continue
      const compress = !/\.(?:png|jpe?g|webp|pdf)$/.test(entry.name)
      zip.addReadStream(source, entry.name, { mtime, compress, forceZip64Format: (entry.size ?? 0) > LARGE_BYTES })
      await finished(source, { signal: reading.signal }).finally(() => source.destroy())
    }
    zip.end()
  }
  fill().catch((error: Error) => {
    if (!reading.signal.aborted) stream.destroy(error)
  })
  return stream
}
