import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import type { Page } from '#platform/http/paging.ts'

export interface ArticleFilter {
  categoryId?: number | undefined
  tagId?: number | undefined
  order: 'created_at' | 'quantity'
}

/** Lists pages of the published articles without reading the rows before them. */
export function createPublishedList(db: Db) {
  /** Matches the articles of a category. A standing page has its own route and is never listed among news. */
  const matchCategory = (categoryId: number | undefined) =>
    categoryId ? ({ sign: '=', id: categoryId } as const) : ({ sign: '!=', id: PAGE_CATEGORY } as const)

  function queryTagged(tagId: number, categoryId: number | undefined) {
    const category = matchCategory(categoryId)
    return db
      .selectFrom('article_tags')
      .where('article_tags.tag_id', '=', tagId)
      .where('article_tags.is_publish', '=', PUBLISH_STATE.published)
      .where('article_tags.category_id', category.sign, category.id)
  }

  /** Queries standing pages. Own pages would push them to later pages of the list, where clients do not look. */
  const queryPages = () =>
    db
      .selectFrom('articles')
      .where('articles.is_publish', '=', PUBLISH_STATE.published)
      .where('articles.category_id', '=', PAGE_CATEGORY)
      .where('articles.slug', 'is', null)

  async function countArticles({ categoryId, tagId }: ArticleFilter): Promise<number> {
    if (tagId) {
      const counted = queryTagged(tagId, categoryId).select((eb) => eb.fn.countAll<number>().as('total'))
      return (await counted.executeTakeFirstOrThrow()).total
    }
    if (categoryId === PAGE_CATEGORY) {
      const counted = queryPages().select((eb) => eb.fn.countAll<number>().as('total'))
      return (await counted.executeTakeFirstOrThrow()).total
    }
    const category = matchCategory(categoryId)
    const categories = await db
      .selectFrom('categories')
      .select('article_count')
      .where('id', category.sign, category.id)
      .execute()
    return categories.reduce((sum, { article_count }) => sum + article_count, 0)
  }

  /** Reads ids from an index alone, so that the rows before a late page are not read. */
  async function findIds(
    { categoryId, tagId, order }: ArticleFilter,
    way: 'asc' | 'desc',
    offset: number,
    limit: number,
  ) {
    if (tagId && order === 'created_at') {
      const rows = await queryTagged(tagId, categoryId)
        .select('article_tags.article_id as id')
        .orderBy('article_tags.is_stick', way)
        .orderBy('article_tags.created_at', way)
        .orderBy('article_tags.article_id', way)
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(({ id }) => id)
    }
    const category = matchCategory(categoryId)
    const articles =
      categoryId === PAGE_CATEGORY
        ? queryPages()
        : db
            .selectFrom('articles')
            .where('articles.is_publish', '=', PUBLISH_STATE.published)
            .where('articles.category_id', category.sign, category.id)
    let query = articles.select('articles.id')
    if (tagId) {
      query = query.where('articles.id', 'in', queryTagged(tagId, categoryId).select('article_tags.article_id'))
    }
    const rows = await query
      .orderBy('articles.is_stick', way)
      .orderBy(`articles.${order}`, way)
      .orderBy('articles.id', way)
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Reads a late page from the end of the list, so that at most half of it is skipped. */
  async function findPageIds(filter: ArticleFilter, { offset, size }: Page, total: number): Promise<number[]> {
    const remaining = total - offset
    if (remaining <= 0) return []
    if (offset <= total / 2) return await findIds(filter, 'desc', offset, size)
    const ids = await findIds(filter, 'asc', Math.max(0, remaining - size), Math.min(size, remaining))
    return ids.reverse()
  }

  /** Lists sticky articles first, then descending by the chosen column. */
  return async (filter: ArticleFilter, page: Page): Promise<{ ids: number[]; total: number }> => {
    const total = await countArticles(filter)
    return { ids: await findPageIds(filter, page, total), total }
  }
}
