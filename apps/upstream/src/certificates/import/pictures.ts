import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { CellFault } from '@portal/contract/certificates/rules/cell-values.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import type { Db } from '#platform/db/open.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { createStoredFiles, type FileDigest } from '#platform/files/stored-files.ts'

const PICTURE_PREFIX = '/file/img/'

/** Access to the pictures that rows name. */
export interface PictureSource {
  /** Stores a picture. @throws CellFault when it is missing, or cannot be shown */
  storePicture(file: string, importId: number): Promise<string>
  /** Digests of the pictures of earlier texts. */
  fileDigest: FileDigest
  /** Stores the pictures of an import, so that they are served. */
  publish(importId: number): Promise<void>
}

const MOST_BYTES = 10 * 2 ** 20
const NAME_BYTES = 16
const CACHED_NAMES = 10_000

/** Finds the type by the first bytes, not by the name. */
function findExtension(head: Buffer): string | undefined {
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return '.png'
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return '.jpg'
  const isWebp = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? '.webp' : undefined
}

async function inspect(path: string, file: string): Promise<{ hash: string; extension: string; content: Buffer }> {
  let handle: FileHandle
  try {
    // Opens without blocking, because opening a pipe would never return.
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    throw new CellFault(`图片 ${file} 不在图片目录中`)
  }
  try {
    const found = await handle.stat()
    const { size } = found
    if (!found.isFile()) throw new CellFault(`图片 ${file} 不是普通文件`)
    if (size > MOST_BYTES) throw new CellFault(`图片 ${file} 为 ${(size / 2 ** 20).toFixed(1)} MB，不得超过 10 MB`)
    const content = await handle.readFile()
    const extension = findExtension(content)
    if (!extension) throw new CellFault(`图片 ${file} 的内容不是 PNG、JPEG 或 WebP`)
    return { hash: createHash('sha256').update(content).digest('hex'), extension, content }
  } finally {
    await handle.close()
  }
}

/**
 * Pictures in a folder of the operator. Each content gets one random name, which cannot be guessed from a number and
 * stays the same when the file is imported again.
 * @param folder `null`: none was given, so rows must not name pictures
 */
export function createFolderPictures({ db, folder, uploads }: { db: Db; folder: string | null; uploads: FileStore }) {
  const cached = new Map<string, string>()
  const { fileDigest } = createStoredFiles([uploads])

  async function nameFor(hash: string, extension: string, file: string, importId: number): Promise<string> {
    const storedPicture = await db
      .selectFrom('certificate_pictures as picture')
      .innerJoin('certificate_imports as import', 'import.id', 'picture.import_id')
      .select('picture.name')
      .where('picture.content_hash', '=', hash)
      .where((eb) => eb.or([eb('import.state', '=', 'done'), eb('import.id', '=', importId)]))
      .orderBy('picture.import_id')
      .limit(1)
      .executeTakeFirst()
    if (storedPicture) return storedPicture.name
    const name = randomBytes(NAME_BYTES).toString('hex') + extension
    const row = { name, content_hash: hash, file_name: file, import_id: importId }
    await db.insertInto('certificate_pictures').values(row).execute()
    return name
  }

  return {
    fileDigest,
    async storePicture(file, importId) {
      if (folder === null) throw new CellFault(`图片 ${file}：未用 --pictures 指定图片目录`)
      const found = cached.get(file)
      if (found) return found
      const { hash, extension } = await inspect(join(folder, file), file)
      const url = PICTURE_PREFIX + (await nameFor(hash, extension, file, importId))
      if (cached.size >= CACHED_NAMES) cached.clear()
      cached.set(file, url)
      return url
    },

    async publish(importId) {
      let last = ''
      for (;;) {
        const pictures = await db
          .selectFrom('certificate_pictures')
          .select(['name', 'file_name', 'content_hash'])
          .where('import_id', '=', importId)
          .where('name', '>', last)
          .orderBy('name')
          .limit(1000)
          .execute()
        if (pictures.length === 0) return
        for (const { name, file_name, content_hash } of pictures) {
          await store(join(folder ?? '', file_name), name, content_hash, file_name)
        }
        last = pictures.at(-1)?.name ?? last
      }
    },
  } satisfies PictureSource

  async function store(path: string, name: string, hash: string, file: string): Promise<void> {
    if (await uploads.head(name)) return
    try {
      const read = await inspect(path, file)
      if (read.hash !== hash) throw new CommandError(`图片 ${file} 在导入期间被改动，请重新导入`)
      await uploads.put(name, read.content)
    } catch (cause) {
      if (cause instanceof CommandError) throw cause
      throw new CommandError(`图片 ${file} 无法复制（${(cause as Error).message}）`)
    }
  }
}

/** Pictures that are served from their own folder: those of the demo content. */
export function createServedPictures(folder: string): PictureSource {
  return {
    fileDigest: createStoredFiles([createFolderStore(folder)]).fileDigest,
    async storePicture(file) {
      await inspect(join(folder, file), file)
      return PICTURE_PREFIX + file
    },
    async publish() {},
  }
}
