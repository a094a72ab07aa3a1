import type { ArticleListItem } from '@portal/contract/articles/articles.ts'
import { CATEGORY } from '@portal/contract/constants.ts'

/** Returns the path of an article's own page, as web has it: news and other articles have different paths. */
export function makeArticlePath({ id, categoryId }: Pick<ArticleListItem, 'id' | 'categoryId'>): string {
  return Number(categoryId) === CATEGORY.news ? `/news-article/${id}` : `/article/${id}`
}
