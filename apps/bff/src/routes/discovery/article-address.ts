import type { ArticleListItem } from '@portal/contract/articles/articles.ts'
import { toSlugPath } from '@portal/contract/articles/slug-rules.ts'
import { CATEGORY } from '@portal/contract/constants.ts'

/** Returns the path of an article's own page, as web has it: news and other articles have different paths. */
export function makeArticlePath({ id, categoryId, slug }: Pick<ArticleListItem, 'id' | 'categoryId' | 'slug'>): string {
  if (slug) return toSlugPath(slug)
  return Number(categoryId) === CATEGORY.news ? `/news-article/${id}` : `/article/${id}`
}
