import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Files to compress; pictures and fonts (woff2) are compressed already. */
const TEXT = /\.(?:js|mjs|css|svg|html|json|txt|xml|webmanifest)$/

export interface CompressedAssets {
  files: number
  bytes: number
  /** Total size for a browser that accepts brotli. */
  brotliBytes: number
}

/**
 * Writes `x.js.br` and `x.js.gz` beside every text file of a build, at the strongest settings. Skips those that would be
 * larger than the file.
 */
export async function compressAssets(folder: string): Promise<CompressedAssets> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    // Vite's manifest is never sent.
    .filter((file) => !path.relative(folder, file).startsWith('.vite'))

  const sums = { files: files.length, bytes: 0, brotliBytes: 0 }
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file)
      const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: text.length }
      const [brotli, gzipped] = await Promise.all([compressBrotli(text, { params }), compressGzip(text, { level: 9 })])
      await Promise.all([writeIfSmaller(`${file}.br`, brotli, text), writeIfSmaller(`${file}.gz`, gzipped, text)])
      sums.bytes += text.length
      sums.brotliBytes += Math.min(brotli.length, text.length)
    }),
  )
  return sums
}

async function writeIfSmaller(file: string, compressed: Buffer, original: Buffer): Promise<void> {
  if (compressed.length < original.length) await writeFile(file, compressed)
  else await rm(file, { force: true })
}
