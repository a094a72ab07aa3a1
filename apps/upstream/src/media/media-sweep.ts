import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { DAY_MS } from '@portal/contract/constants.ts'
import { MEDIA_KEPT_DAYS } from '@portal/contract/media/media-rules.ts'
import sharp from 'sharp'
import type { Db } from '#platform/db/open.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { findChangedUses } from './media-uses.ts'

interface Options {
  db: Db
  uploads: FileStore
  now: () => number
}

/**
 * Finds the uses of changed texts, takes pictures into the library that staff uploaded before it existed, and forgets what has
 * been in the recycle bin for 90 days. The sweep of unused uploads then deletes the files.
 */
export function createMediaSweep({ db, uploads, now }: Options) {
  /** Names of stored files in texts of staff, pages and settings that have no row. */
  async function findUnlisted(): Promise<string[]> {
    const rows = await db
      .selectFrom('media_uses')
      .leftJoin('articles', 'articles.id', 'media_uses.article_id')
      .leftJoin('users', 'users.id', 'articles.author_id')
      .select('media_id')
      .distinct()
      .where('media_uses.at', 'is', null)
      .where((eb) => eb.or([eb('media_uses.article_id', 'is', null), eb('users.role', '!=', 'user')]))
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('media').whereRef('media.id', '=', 'media_uses.media_id').select('media.id'))),
      )
      .execute()
    return rows.map(({ media_id }) => media_id)
  }

  async function adopt(id: string): Promise<void> {
    for (const ending of ['webp', 'jpg', 'png', 'gif', 'svg', 'avif']) {
      const file = `${id}.${ending}`
      const found = await uploads.get(file)
      if (!found) continue
      const content = await buffer(found.content)
      const sha256 = createHash('sha256').update(content).digest('hex')
      const facts = await sharp(content)
        .metadata()
        .catch(() => undefined)
      const at = found.storedAtMs
      const stored = {
        id,
        file,
        sha256,
        bytes: found.bytes,
        kind: 'picture' as const,
        name: `${id.slice(0, 8)}.${ending}`,
      }
      const size = { width: facts?.width ?? null, height: facts?.pageHeight ?? facts?.height ?? null, pages: null }
      const words = { alt: '', is_decorative: 0, source: '', address_name: null }
      const state = { by_id: null, file_by_id: null, at, file_at: at, revision: 1, version: 1, deleted_at: null }
      await db
        .insertInto('media')
        .values({ ...stored, ...size, ...words, ...state })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return
    }
  }

  return {
    async sweep(): Promise<void> {
      await findChangedUses(db, Number.POSITIVE_INFINITY)
      for (const id of await findUnlisted()) await adopt(id)
      const limit = now() - MEDIA_KEPT_DAYS * DAY_MS
      await db.deleteFrom('media_files').where('replaced_at', '<=', limit).execute()
      await db
        .deleteFrom('media')
        .where('deleted_at', '<=', limit)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('media_uses')
                .whereRef('media_id', '=', 'media.id')
                .where('media_uses.at', 'is', null)
                .select('media_id'),
            ),
          ),
        )
        .execute()
    },
  }
}
