import { ARTICLE_VERSIONS_MAX, type ContentForm } from '@portal/contract/articles/content.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import type { LockedArticle } from './article-change.ts'

/** Reads everything that staff edit, as it is stored now; `undefined` when there is no such article. */
export async function readContentForm(db: Db, id: number): Promise<ContentForm | undefined> {
  const row = await db
    .selectFrom('articles')
    .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
    .select((eb) => [
      'title',
      eb.fn.coalesce('summary', eb.val('')).as('summary'),
      eb.fn.coalesce('cover', eb.val('')).as('avatar'),
      eb.fn.coalesce('keywords', eb.val('')).as('keywords'),
      'is_original as isOriginal',
      eb.fn.coalesce('original_url', eb.val('')).as('originalUrl'),
      'category_id as categoryId',
      'is_stick as isStick',
      'is_recommend as isRecommend',
      'is_carousel as isCarousel',
      'content_md as contentMd',
    ])
    .where('articles.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return { ...row, tagList: await readTagIds(db, id) }
}

/** Reads the ids of an article's tags, in their order. */
export async function readTagIds(db: Db, articleId: number): Promise<number[]> {
  const tags = db.selectFrom('article_tags').select('tag_id').where('article_id', '=', articleId)
  return (await tags.orderBy('position').execute()).map(({ tag_id }) => tag_id)
}

async function insertVersion(
  trx: Db,
  id: number,
  version: number,
  { editorId, at, note = null }: { editorId: string | null; at: number; note?: string | null },
): Promise<void> {
  const form = JSON.stringify(await readContentForm(trx, id))
  await trx
    .insertInto('article_versions')
    .values({ article_id: id, version, editor_id: editorId, note, form, created_at: at })
    .execute()
}

/**
 * Stores the text before a change, unless that version is stored already. An article that was never changed has no
 * stored version.
 * @param before the locked article
 */
export async function keepFirstVersion(trx: Db, before: LockedArticle): Promise<void> {
  const { id, version, authorId } = before
  const stored = trx.selectFrom('article_versions').select('id').where('article_id', '=', id)
  if (await isAny(stored.where('version', '=', version))) return
  const { updated_at, created_at } = await trx
    .selectFrom('articles')
    .select(['updated_at', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await insertVersion(trx, id, version, { editorId: authorId, at: updated_at ?? created_at })
}

/** Raises the version number for a change whose text is not stored as a version. */
export async function raiseVersion(trx: Db, id: number): Promise<number> {
  const { version } = await trx
    .updateTable('articles')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/**
 * Stores the text after a change. The oldest versions of an article are deleted; a standing page keeps all.
 * @returns the number of the version
 */
export async function storeVersion(
  trx: Db,
  id: number,
  origin: { editorId: string | null; at: number; note?: string | null },
): Promise<number> {
  const version = await raiseVersion(trx, id)
  await insertVersion(trx, id, version, origin)
  await trx
    .deleteFrom('article_versions')
    .where('article_id', '=', id)
    .where('version', '<=', version - ARTICLE_VERSIONS_MAX)
    .where('article_id', 'not in', trx.selectFrom('standing_pages').select('article_id'))
    .execute()
  return version
}

/**
 * Raises the revision of the published content, so that caches are renewed. It is the last write before the audit log.
 */
export async function raiseRevision(trx: Db): Promise<void> {
  await trx
    .updateTable('content_revision')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .execute()
}
