import type { Db } from '#platform/db/open.ts'
import { StorageFault } from '#platform/files/file-store.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'

/**
 * Finds SHA-256 of pictures by their names, hex: the stored one, else the one of the present file. Empty for a missing
 * file, which must not prevent a withdrawal.
 */
export async function findPictureDigests(
  db: Db,
  names: readonly string[],
  fileDigest: FileDigest,
): Promise<Map<string, string>> {
  const digests = await readStoredDigests(db, names)
  for (const name of names) {
    if (!digests.has(name)) digests.set(name, (await fileDigest(name)) ?? '')
  }
  return digests
}

/**
 * Computes the digests of the files that would be shown now, and returns the stored ones of files that are missing or that
 * object storage does not answer for: those are not shown either.
 */
export async function findShownDigests(
  db: Db,
  names: readonly string[],
  fileDigest: FileDigest,
): Promise<Map<string, string>> {
  const findNow = (name: string) =>
    fileDigest(name).catch((error) => {
      if (!(error instanceof StorageFault)) throw error
    })
  const files = await Promise.all(names.map(async (name) => [name, await findNow(name)] as const))
  const digests = new Map(files.filter((file): file is [string, string] => file[1] !== undefined))
  const noted = await readStoredDigests(
    db,
    names.filter((name) => !digests.has(name)),
  )
  return new Map([...noted, ...digests])
}

/** Digests that were recorded when the pictures were stored. */
async function readStoredDigests(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  if (names.length === 0) return digests
  const imported = db
    .selectFrom('certificate_pictures')
    .select(['name', 'content_hash as sha256'])
    .where('name', 'in', [...names])
  const deskPictures = db
    .selectFrom('certificate_desk_pictures')
    .select(['name', 'sha256'])
    .where('name', 'in', [...names])
  for (const { name, sha256 } of [...(await deskPictures.execute()), ...(await imported.execute())]) {
    if (sha256 !== null) digests.set(name, sha256)
  }
  return digests
}

/** Lists the names of the pictures in a text, in their order. */
export function listPictureNames(body: Record<string, unknown>): string[] {
  const { pictures } = body as { pictures?: { url: string }[] | null }
  return (pictures ?? []).map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
}
