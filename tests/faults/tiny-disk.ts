import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A disk of a few megabytes, which can really be full. */
export interface TinyDisk {
  folder: string
  /** Leaves not a byte. */
  fill(): void
  makeRoom(): void
  remove(): void
}

const SIZE = '16m'

/** `null` where this process may not mount anything. */
export function mountTinyDisk(): TinyDisk | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiny-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const filler = path.join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      // Ever smaller pieces, until not even a byte fits.
      for (let bytes = 1024 * 1024; bytes >= 1; ) {
        try {
          writeSync(file, Buffer.alloc(bytes))
        } catch {
          bytes >>= 1
        }
      }
      closeSync(file)
    },
    makeRoom: () => rmSync(filler),
    remove() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}
