import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { ArticleTag } from '#articles/reading/article-repository.ts'
import type { Db } from '#platform/db/open.ts'

export type CategoryRepository = ReturnType<typeof createCategoryRepository>

/** Categories and tags as readers see them. */
export function createCategoryRepository({ db }: { db: Db }) {
  return {
    /** Lists categories with the number of their published articles, without the one of the standing pages. */
    async listCategories(): Promise<{ id: number; name: string; icon: string | null; articleNum: number }[]> {
      return await db
        .selectFrom('categories')
        .select(['id', 'name', 'icon', 'article_count as articleNum'])
        .where('id', '!=', PAGE_CATEGORY)
        .orderBy('sort', 'desc')
        .orderBy('id')
        .execute()
    },

    async listTags(): Promise<ArticleTag[]> {
      return await db
        .selectFrom('tags')
        .select(['id', 'name', 'sort', 'created_at as createdAt'])
        .orderBy('sort')
        .orderBy('id')
        .execute()
    },

    /** Lists tags with the number of their published articles. */
    async listCountedTags(): Promise<(ArticleTag & { articleNum: number })[]> {
      const rows = await db
        .selectFrom('tags')
        .select((eb) => [
          'tags.id',
          'tags.name',
          'tags.sort',
          'tags.created_at as createdAt',
          eb
            .selectFrom('article_tags')
            .select((count) => count.fn.countAll<number>().as('n'))
            .whereRef('article_tags.tag_id', '=', 'tags.id')
            .where('article_tags.is_publish', '=', PUBLISH_STATE.published)
            .as('articleNum'),
        ])
        .orderBy('tags.sort')
        .orderBy('tags.id')
        .execute()
      return rows.map((row) => ({ ...row, articleNum: row.articleNum ?? 0 }))
    },
  }
}
