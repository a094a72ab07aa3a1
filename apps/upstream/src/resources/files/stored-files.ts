import { createHash } from 'node:crypto'
import { openFirst } from './file-routes.ts'

/** Files by name. @param folders are searched in this order */
export function createStoredFiles(folders: readonly string[]) {
  return {
    async hasFile(name: string): Promise<boolean> {
      const file = await openFirst(folders, name)
      await file?.close()
      return file !== undefined
    },

    /** @returns SHA-256 of the content, hex; `undefined`: there is no such file */
    async fileDigest(name: string): Promise<string | undefined> {
      const file = await openFirst(folders, name)
      if (!file) return undefined
      const hash = createHash('sha256')
      for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer)
      return hash.digest('hex')
    },
  }
}
