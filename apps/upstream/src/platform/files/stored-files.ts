import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { openFirst } from './file-routes.ts'

/** Maximum digests in the cache. */
const DIGESTS_MAX = 10_000
/**
 * Age from which the digest of a file is cached: a file that has just changed may change again at the same ctime,
 * because that clock ticks in milliseconds on Linux before 6.13.
 */
const SETTLED_MS = 1 * SECOND_MS

/** Finds SHA-256 of a stored file, hex; `undefined` when there is none. */
export type FileDigest = (name: string) => Promise<string | undefined>

/** Files by name. @param folders searched in this order */
export function createStoredFiles(folders: readonly string[], now = Date.now) {
  const digests = new Map<string, { version: string; digest: string }>()
  return {
    async hasFile(name: string): Promise<boolean> {
      const file = await openFirst(folders, name)
      await file?.close()
      return file !== undefined
    },

    /**
     * Finds SHA-256 of the content, hex, which is read again when the file has changed; `undefined` when there is no
     * such file.
     */
    async fileDigest(name: string): Promise<string | undefined> {
      const cached = digests.get(name)
      // One system call, while opening takes four.
      if (cached && cached.version === (await readVersion(folders, name))) return cached.digest
      const file = await openFirst(folders, name)
      if (!file) return undefined
      const stats = await file.stat({ bigint: true })
      const hash = createHash('sha256')
      for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer)
      const digest = hash.digest('hex')
      if (now() - Number(stats.ctimeMs) < SETTLED_MS) return digest
      const [oldest] = digests.keys()
      if (digests.size >= DIGESTS_MAX && oldest !== undefined) digests.delete(oldest)
      digests.set(name, { version: formatVersion(stats), digest })
      return digest
    },
  }
}

/** Every write to a file changes its ctime. */
const formatVersion = ({ ino, size, ctimeNs }: BigIntStats) => `${ino} ${size} ${ctimeNs}`

/** Reads the version of the file that `openFirst` would open. */
async function readVersion(folders: readonly string[], name: string): Promise<string | undefined> {
  for (const folder of folders) {
    const stats = await lstat(join(folder, name), { bigint: true }).catch(ignoreMissing)
    if (stats?.isFile()) return formatVersion(stats)
  }
  return undefined
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
