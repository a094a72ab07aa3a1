import { createHash } from 'node:crypto'
import { openFirst } from './file-routes.ts'

/** Digests that are remembered. */
const DIGESTS_MAX = 10_000

/** Files by name. @param folders are searched in this order */
export function createStoredFiles(folders: readonly string[]) {
  const digests = new Map<string, { version: string; digest: string }>()
  return {
    async hasFile(name: string): Promise<boolean> {
      const file = await openFirst(folders, name)
      await file?.close()
      return file !== undefined
    },

    /** @returns SHA-256 of the content, hex, read again when the file has changed; `undefined`: there is no such file */
    async fileDigest(name: string): Promise<string | undefined> {
      const file = await openFirst(folders, name)
      if (!file) return undefined
      const { size, ino, ctimeNs } = await file.stat({ bigint: true })
      // Every write to a file changes its ctime.
      const version = `${ino} ${size} ${ctimeNs}`
      const known = digests.get(name)
      if (known?.version === version) {
        await file.close()
        return known.digest
      }
      const hash = createHash('sha256')
      for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer)
      const digest = hash.digest('hex')
      const [oldest] = digests.keys()
      if (digests.size >= DIGESTS_MAX && oldest !== undefined) digests.delete(oldest)
      digests.set(name, { version, digest })
      return digest
    },
  }
}
