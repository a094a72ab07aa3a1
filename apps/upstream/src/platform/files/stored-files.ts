import { createHash } from 'node:crypto'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { type FileStore, type FoundFile, isFileName, type OpenFile } from './file-store.ts'

/** Maximum digests in the cache. */
const DIGESTS_MAX = 10_000
/**
 * Age from which the digest of a file is cached: a file that has just changed may change again with the same version,
 * because the clock of files ticks in milliseconds on Linux before 6.13.
 */
const SETTLED_MS = 2 * SECOND_MS

/** Finds SHA-256 of a stored file, hex; `undefined` when there is none. */
export type FileDigest = (name: string) => Promise<string | undefined>

/** Files by name. @param stores searched in this order */
export function createStoredFiles(stores: readonly FileStore[], now = Date.now) {
  const digests = new Map<string, { version: string; digest: string }>()

  async function find(name: string): Promise<(FoundFile & { store: FileStore }) | undefined> {
    if (!isFileName(name)) return undefined
    for (const store of stores) {
      const found = await store.head(name)
      if (found) return { ...found, store }
    }
    return undefined
  }

  return {
    hasFile: async (name: string): Promise<boolean> => (await find(name)) !== undefined,

    /**
     * Finds SHA-256 of the content, hex, which is read again when the file has changed; `undefined` when there is no
     * such file.
     */
    async fileDigest(name: string): Promise<string | undefined> {
      const found = await find(name)
      const cached = digests.get(name)
      if (cached && cached.version === found?.version) return cached.digest
      const file = await found?.store.get(name)
      if (!file) return undefined
      const digest = await hashContent(file)
      if (now() - file.storedAtMs < SETTLED_MS) return digest
      const [oldest] = digests.keys()
      if (digests.size >= DIGESTS_MAX && oldest !== undefined) digests.delete(oldest)
      digests.set(name, { version: file.version, digest })
      return digest
    },
  }
}

/** Reads a file to its end. @returns SHA-256 of the content, hex */
export async function hashContent({ content }: OpenFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
