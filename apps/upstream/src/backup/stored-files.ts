import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { isFileName } from '#platform/files/file-store.ts'
import { AREAS, type Files } from '#platform/files/open-files.ts'

/** Size of a chunk, in bytes. */
const PIECE_BYTES = 1 << 18
/** Number of files in parallel, because disks flush several at once. */
const AT_ONCE = 8

/** Key files in `DATA_DIR`: the first one is the key of the digests of certificates and addresses, the second one signs receipts. */
export const KEY_FILES = ['upstream.key', 'receipt.key'] as const
export const DATABASE_FILE = 'portal.db'
/** Prefix of the folders in `DATA_DIR` with the data that a restore has replaced. */
export const ASIDE = 'before-restore-'
/** Areas of the file store that a backup contains. Files of imports in work are not in it: their owners send them again. */
export const BACKED_UP = [
  'uploads',
  'reportPictures',
  'ticketPictures',
  'orderPictures',
  'rawRecords',
  'instance',
] as const

export interface FileFacts {
  bytes: number
  /** Hex. */
  sha256: string
}

/** Returns the area and the name of a stored file by its path in a backup; `undefined` for every other path. */
export function parseStoredPath(path: string): { area: (typeof BACKED_UP)[number]; name: string } | undefined {
  const [folder, name = '', ...more] = path.split('/')
  const area = BACKED_UP.find((one) => AREAS[one] === folder)
  return area && more.length === 0 && isFileName(name) ? { area, name } : undefined
}

/** Returns whether a backup may contain a file of this name. No other file is ever read from a backup. */
export const isKnownPath = (path: string): boolean =>
  path === DATABASE_FILE || KEY_FILES.some((key) => key === path) || parseStoredPath(path) !== undefined

/** Lists the paths of stored files in a backup. */
export async function listStoredPaths(files: Files): Promise<string[]> {
  const paths: string[] = []
  for (const area of BACKED_UP) {
    for await (const { name } of files[area].list()) paths.push(`${AREAS[area]}/${name}`)
  }
  return paths
}

/** Returns the size of a plain file; `undefined` for anything else. */
export async function findSize(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}

/** Computes size and hash while `take` uses the pieces. */
async function readPieces(content: Readable, take?: (piece: Buffer) => Promise<void>): Promise<FileFacts> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of content as AsyncIterable<Buffer>) {
    hash.update(piece)
    bytes += piece.length
    await take?.(piece)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Reads the size and hash of a file, following no link. */
export async function readFileFacts(path: string): Promise<FileFacts> {
  return await readPieces(await openContent(path))
}

/**
 * Copies a file into a new one with mode 0600, and flushes it.
 * @returns size and hash of the copy
 */
export async function copyFile(from: string, to: string): Promise<FileFacts> {
  return await writeContent(await openContent(from), to)
}

/** Writes content into a new file, likewise. */
export async function writeContent(content: Readable, to: string): Promise<FileFacts> {
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const target = await open(to, 'wx', 0o600)
    try {
      const facts = await readPieces(content, (piece) => target.writeFile(piece))
      await target.sync()
      return facts
    } finally {
      await target.close()
    }
  } finally {
    content.destroy()
  }
}

async function openContent(path: string): Promise<Readable> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  return file.createReadStream({ highWaterMark: PIECE_BYTES })
}

/** Flushes a file, or the entries of a folder. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Calls `work` for several items in parallel. After the first error it starts no more and waits for the running ones.
 */
export async function forEachInParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const remaining = all.values()
  const runNext = async () => {
    for (const one of remaining) await work(one)
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, runNext))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
