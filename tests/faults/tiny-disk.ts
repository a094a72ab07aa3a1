import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A mounted disk of a few megabytes that can be filled. */
export interface TinyDisk {
  folder: string
  /** Fills the disk to the last byte. */
  fill(): void
  makeRoom(): void
  remove(): void
}

const SIZE = '16m'

/** Returns `null` if this process may not mount. */
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
      // The loop writes smaller and smaller pieces until no byte fits.
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
