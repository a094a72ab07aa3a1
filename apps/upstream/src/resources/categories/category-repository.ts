import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import type { Db } from '#db/open.ts'
import type { ArticleTag } from '#resources/articles/article-repository.ts'

export type CategoryRepository = ReturnType<typeof createCategoryRepository>

/** Categories and tags: what articles are sorted by. */
export function createCategoryRepository({ db }: { db: Db }) {
  return {
    /** Categories with the number of their published articles; that of the standing pages is no reader's matter. */
    async categories(): Promise<{ id: number; name: string; icon: string | null; articleNum: number }[]> {
      const rows = await db
        .selectFrom('categories')
        .select((eb) => [
          'id',
          'name',
          'icon',
          eb
            .selectFrom('articles')
            .select((count) => count.fn.countAll<number>().as('n'))
            .whereRef('articles.category_id', '=', 'categories.id')
            .where('is_publish', '=', PUBLISH_STATE.published)
            .as('articleNum'),
        ])
        .where('id', '!=', PAGE_CATEGORY)
        .orderBy('sort', 'desc')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ ...row, articleNum: row.articleNum ?? 0 }))
    },

    async tags(): Promise<ArticleTag[]> {
      return await db
        .selectFrom('tags')
        .select(['id', 'name', 'sort', 'created_at as createdAt'])
        .orderBy('sort')
        .orderBy('id')
        .execute()
    },

    /** Tags with the number of their published articles. */
    async countedTags(): Promise<(ArticleTag & { articleNum: number })[]> {
      return await db
        .selectFrom('tags')
        .leftJoin('article_tags', 'article_tags.tag_id', 'tags.id')
        .leftJoin('articles', (join) =>
          join
            .onRef('articles.id', '=', 'article_tags.article_id')
            .on('articles.is_publish', '=', PUBLISH_STATE.published),
        )
        .select(['tags.id', 'tags.name', 'tags.sort', 'tags.created_at as createdAt'])
        .select(sql<number>`count(articles.id)`.as('articleNum'))
        .groupBy(['tags.id', 'tags.name', 'tags.sort', 'tags.created_at'])
        .orderBy('tags.sort')
        .orderBy('tags.id')
        .execute()
    },
  }
}
