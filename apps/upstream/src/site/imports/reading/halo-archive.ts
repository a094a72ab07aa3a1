import { type Archive, openArchive } from '#certificates/import/tables/zip-archive.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { ImportRefused } from './staged-text.ts'

const KIND = {
  entriesMax: 60_000,
  damaged: '压缩包不完整或已损坏，请在原网站重新导出',
  tooLarge: '压缩包解开后过大，没有读取；请分成几份导出',
}

const OUTSIDE = '压缩包里有指向文件夹之外的路径，导出的文件不会这样；为安全起见没有读取'

/** Opens the ZIP file of an export. @throws ImportRefused */
export async function openHaloArchive(path: string): Promise<Archive> {
  try {
    const archive = await openArchive(path, undefined, KIND)
    for (const name of archive.names()) {
      if (!/(?:^|\/)\.\.(?:\/|$)|^\/|^[a-z]:/i.test(name)) continue
      archive.close()
      throw new ImportRefused(OUTSIDE)
    }
    return archive
  } catch (error) {
    throw error instanceof CommandError ? new ImportRefused(error.message) : error
  }
}

/** Reads a file of an archive. @throws ImportRefused for a damaged one */
export async function readWhole(archive: Archive, name: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of archive.read(name)) chunks.push(chunk)
  } catch (error) {
    throw error instanceof CommandError ? new ImportRefused(error.message) : error
  }
  return Buffer.concat(chunks)
}
