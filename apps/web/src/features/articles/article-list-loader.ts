import type { Category, TagCount } from '@portal/contract/site.ts'
import { ApiError } from '#lib/api-client.ts'
import { defineLoader } from '#lib/define-loader.ts'
import { toArticleSummary } from '#ui/article-summary.ts'
import { readListAddress } from './list-address.ts'
import { queryForAddress, shownPages } from './list-pages.ts'

/** Rows of 阅读最多. */
const HOT_SIZE = 6

/** The list makes the page; what stands beside it may be missing. */
export const articleListLoader = defineLoader(async ({ api, query, request }) => {
  const address = readListAddress(query)
  const { categoryId } = address
  const orNothing = async <T>(asked: Promise<T[]>): Promise<T[]> => {
    try {
      return await asked
    } catch (reason) {
      if (request.signal.aborted || !(reason instanceof ApiError)) throw reason
      return []
    }
  }
  const hotQuery = { categoryId, orderByDescColumn: 'quantity', pageNo: 1, pageSize: HOT_SIZE } as const
  const [list, categories, tags, hot] = await Promise.all([
    api.call('GET /v1/article/', { query: queryForAddress(address) }),
    orNothing<Category>(api.call('GET /v1/category/', { quiet: true })),
    orNothing<TagCount>(api.call('GET /v1/tag/', { quiet: true })),
    orNothing(api.call('GET /v1/article/', { query: hotQuery, quiet: true }).then(({ records }) => records)),
  ])
  return {
    address,
    articles: list.records.map(toArticleSummary),
    shown: shownPages(address, list),
    categories: categories.map(({ id, name, articleNum }) => ({ id, name, articleNum: articleNum ?? null })),
    tags: tags
      .filter(({ articleNum }) => (articleNum ?? 0) > 0)
      .map(({ id, name, articleNum }) => ({ id, name, articleNum: articleNum ?? 0 })),
    // Upstream puts sticky rows first in any order; here reads alone count.
    hot: hot.map(toArticleSummary).sort((a, b) => (b.reads ?? 0) - (a.reads ?? 0)),
  }
})
