import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type FileStore, makeFileName } from './file-store.ts'
import { AREAS, type Area, type Files } from './open-files.ts'
import { hashContent } from './stored-files.ts'

/** Files that are copied concurrently: each waits for object storage most of the time. */
const AT_ONCE = 8

export interface Moved {
  copied: number
  /** Files that an earlier run copied. */
  same: number
  /** Paths, e.g. `files/a.png`, of files whose content is another one there. They stay as they are. */
  different: string[]
}

/**
 * Copies all files to another place. Each is read again there and compared by SHA-256, those of earlier runs too, so that a
 * repeated run proves that nothing is missing. Nothing is deleted here, and nothing is overwritten there.
 * @param onProgress receives the number of files so far, of all
 */
export async function moveFiles(
  from: Files,
  to: Files,
  onProgress: (done: number, of: number) => void,
): Promise<Moved> {
  const moved: Moved = { copied: 0, same: 0, different: [] }
  const names: { area: Area; name: string }[] = []
  for (const area of Object.keys(AREAS) as Area[]) {
    for await (const { name } of from[area].list()) names.push({ area, name })
  }
  const queue = names.values()
  let done = 0
  let hasFailed = false

  async function work(): Promise<void> {
    for (const { area, name } of queue) {
      if (hasFailed) return
      const outcome = await moveFile(from[area], to[area], name, from.scratch)
      if (outcome === 'different') moved.different.push(`${AREAS[area]}/${name}`)
      else if (outcome !== 'gone') moved[outcome] += 1
      done += 1
      onProgress(done, names.length)
    }
  }
  const workers = Array.from({ length: AT_ONCE }, () =>
    work().catch((error: Error) => {
      hasFailed = true
      throw error
    }),
  )
  const [failed] = (await Promise.allSettled(workers)).filter(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return moved
}

/** @param scratch folder of this machine for the copy until it is stored @returns `gone`: it was deleted meanwhile */
async function moveFile(from: FileStore, to: FileStore, name: string, scratch: string) {
  const wasThere = (await to.head(name)) !== undefined
  if (!wasThere) {
    const file = await from.get(name)
    if (!file) return 'gone'
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const path = join(scratch, makeFileName())
    try {
      await pipeline(file.content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      await to.put(name, { path })
    } finally {
      await rm(path, { force: true })
    }
  }
  const [here, there] = await Promise.all([findDigest(from, name), findDigest(to, name)])
  if (here === undefined) return 'gone'
  if (here !== there) return 'different'
  return wasThere ? 'same' : 'copied'
}

async function findDigest(store: FileStore, name: string): Promise<string | undefined> {
  const file = await store.get(name)
  return file && (await hashContent(file))
}
