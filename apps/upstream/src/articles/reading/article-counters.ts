import type { Db } from '#platform/db/open.ts'

/**
 * Adds to a counter of an article, and locks its row until the transaction ends.
 * @returns `undefined` when there is no such article
 */
export async function addToCounter(
  trx: Db,
  counter: 'like_count' | 'comment_count' | 'collect_count',
  articleId: number,
  added: number,
) {
  return await trx
    .updateTable('articles')
    .set((eb) => ({ [counter]: eb(counter, '+', added) }))
    .where('id', '=', articleId)
    .returning(['author_id as authorId', 'is_publish as isPublish'])
    .returning(['category_id as categoryId', 'comment_days as commentDays', 'published_at as publishedAt'])
    .executeTakeFirst()
}
