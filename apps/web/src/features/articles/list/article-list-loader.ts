import type { Category, TagCount } from '@portal/contract/site.ts'
import { toArticleSummary } from '#domain/articles/article-summary.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import { pagesUpTo, shownPages } from '#lib/api/list-pages.ts'
import { findArticles } from './article-list.tsx'
import { CATEGORY_NAMES } from './category-names.ts'
import { readListAddress } from './list-address.ts'
import { type CategoryTag, tagsOfCategory } from './tag-choice.ts'

/** Rows of 阅读最多. */
const HOT_SIZE = 6
/** Most-read articles requested: the first are shown, and the tags of all are the category's tags. */
const SAMPLE_SIZE = 30

/** Only the list is required; the aside may be missing. */
export const articleListLoader = defineLoader(async ({ api, query, request }) => {
  const address = readListAddress(query)
  const orNothing = async <T>(answer: Promise<T[]>): Promise<T[]> => {
    try {
      return await answer
    } catch (reason) {
      if (request.signal.aborted || !(reason instanceof ApiError)) throw reason
      return []
    }
  }
  const sampleQuery = {
    categoryId: address.categoryId,
    orderByDescColumn: 'quantity',
    pageNo: 1,
    pageSize: SAMPLE_SIZE,
  } as const
  const [list, categories, tags, sample] = await Promise.all([
    findArticles(api, address, pagesUpTo(address.page), { quiet: true }),
    orNothing<Category>(api.call('GET /v1/category/', { quiet: true })),
    orNothing<TagCount>(api.call('GET /v1/tag/', { quiet: true })),
    orNothing(api.call('GET /v1/article/', { query: sampleQuery, quiet: true }).then(({ records }) => records)),
  ])
  // A category without articles may be missing from the answer; one without articles and without a name does not exist.
  const isKnown = address.categoryId in CATEGORY_NAMES || categories.some(({ id }) => id === address.categoryId)
  if (!isKnown && categories.length > 0 && list.records.length === 0) throw notFound('没有这个分类')
  return {
    address,
    articles: list.records,
    total: list.total,
    shown: shownPages(address.page, list),
    categories: categories.map(({ id, name, articleNum }) => ({ id, name, articleNum: articleNum ?? null })),
    tags: withChosen(tagsOfCategory(tags, sample), tags, address.tagId),
    // Upstream puts sticky rows first in any order; this list ranks by reads alone.
    hot: sample
      .map(toArticleSummary)
      .sort((a, b) => (b.reads ?? 0) - (a.reads ?? 0))
      .slice(0, HOT_SIZE),
  }
})

/** The tag of the address is listed even if no article of the sample has it. */
function withChosen(shown: CategoryTag[], all: readonly TagCount[], chosenId: number | null): CategoryTag[] {
  const chosen = all.find(({ id }) => id === chosenId)
  if (!chosen || shown.some(({ id }) => id === chosenId)) return shown
  return [...shown, { id: chosen.id, name: chosen.name, inSample: 0, inAll: chosen.articleNum ?? 0 }]
}
