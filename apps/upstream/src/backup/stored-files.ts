import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RAW_RECORDS } from '#certificates/raw-records/raw-records.ts'
import { REPORT_PICTURES } from '#tickets/feedback/report-pictures.ts'
import { TICKET_PICTURES } from '#tickets/pictures/ticket-pictures.ts'

/** Size of a chunk, in bytes. */
const PIECE_BYTES = 1 << 18
/** Number of files in parallel, because disks flush several at once. */
const AT_ONCE = 8

/** Key files in `DATA_DIR`: the first one is the key of the digests of certificates and addresses, the second one signs receipts. */
export const KEY_FILES = ['upstream.key', 'receipt.key'] as const
export const DATABASE_FILE = 'portal.db'
/** Prefix of the folders in `DATA_DIR` with the data that a restore has replaced. */
export const ASIDE = 'before-restore-'
/** Folders of uploads. */
export const UPLOADS = ['files', REPORT_PICTURES, TICKET_PICTURES, RAW_RECORDS] as const
/** Names of stored files; partial ones of the file store begin with a dot. */
const UPLOAD_NAME = /^[^./\\\0][^/\\\0]{0,254}$/

export interface FileFacts {
  bytes: number
  /** Hex. */
  sha256: string
}

/** Returns whether a backup may contain a file of this name. No other file is ever read from a backup. */
export function isKnownPath(path: string): boolean {
  if (path === DATABASE_FILE || KEY_FILES.some((key) => key === path)) return true
  const [folder, name, ...more] = path.split('/')
  return UPLOADS.some((one) => one === folder) && more.length === 0 && UPLOAD_NAME.test(name ?? '')
}

/** Lists uploads below `DATA_DIR`, each with its folder. */
export async function listUploadPaths(dataDir: string): Promise<string[]> {
  const inFolders = UPLOADS.map(async (folder) =>
    (await listUploadNames(join(dataDir, folder))).map((name) => join(folder, name)),
  )
  return (await Promise.all(inFolders)).flat()
}

/** Lists the plain files in a folder by name; none when there is no folder. */
async function listUploadNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.filter((entry) => entry.isFile() && UPLOAD_NAME.test(entry.name)).map(({ name }) => name)
}

/** Returns the size of a plain file; `undefined` for anything else. */
export async function findSize(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}

async function readPieces(file: FileHandle, take: (piece: Buffer) => Promise<void> | void): Promise<FileFacts> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(PIECE_BYTES)
  let bytes = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES)
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
    const piece = buffer.subarray(0, bytesRead)
    hash.update(piece)
    bytes += bytesRead
    await take(piece)
  }
}

/** Reads the size and hash of a file, following no link. */
export async function readFileFacts(path: string): Promise<FileFacts> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    return await readPieces(file, () => {})
  } finally {
    await file.close()
  }
}

/**
 * Copies a file into a new one with mode 0600, and flushes it.
 * @returns size and hash of the copy
 */
export async function copyFile(from: string, to: string): Promise<FileFacts> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      const facts = await readPieces(source, async (piece) => {
        for (let at = 0; at < piece.length; ) at += (await target.write(piece, at)).bytesWritten
      })
      await target.sync()
      return facts
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
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
