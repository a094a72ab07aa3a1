import type { ArticleListItem } from '@portal/contract/articles/articles.ts'
import type { QueryFor } from '@portal/contract/calls.ts'
import { ArticlePages } from '#domain/articles/article-pages.tsx'
import { type ArticleSummary, toArticleSummary } from '#domain/articles/article-summary.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { type PageQuery, type ShownPages, toPageQuery } from '#lib/api/list-pages.ts'
import { asSafeHtml, toPlainText } from '#lib/html/safe-html.ts'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { type ListAddress, toListAddress } from './list-address.ts'

export interface ArticleListProps {
  address: ListAddress
  articles: readonly ArticleSummary[]
  shown: ShownPages
}

/** Articles of a category, optionally with a tag, and a link to more. */
export function ArticleList({ address, articles, shown }: ArticleListProps) {
  const api = useApi()
  return (
    <ArticlePages
      articles={articles}
      shown={shown}
      // Number of rows above the fold.
      eagerRows={3}
      toAddress={(page) => toListAddress({ ...address, page })}
      onLoad={async (pageNo) => {
        const { records, pages } = await findArticles(api, address, toPageQuery(pageNo))
        return { articles: records, pages }
      }}
      empty={<EmptyList address={address} />}
    />
  )
}

/** Loads the articles of an address: filtered by keyword, else by tag. */
export async function findArticles(
  api: ApiClient,
  address: ListAddress,
  paging: PageQuery,
  options: { quiet?: boolean } = {},
): Promise<{ records: ArticleSummary[]; pages: number; total: number | null }> {
  const { keyword, categoryId } = address
  if (!keyword) {
    const { records, pages, total } = await api.call('GET /v1/article/', {
      query: buildListQuery(address, paging),
      ...options,
    })
    return { records: records.map(toArticleSummary), pages, total: total ?? null }
  }
  const query = { keyword, categoryId, ...paging }
  const found = await api.call('GET /v1/article/search', { query, ...options })
  // Other upstreams search all categories, so their total does not fit this list.
  const records = found.records.filter((record) => Number(record.categoryId) === categoryId)
  return {
    records: records.map(toPlainHit).map(toArticleSummary),
    pages: found.pages,
    total: records.length === found.records.length ? (found.total ?? null) : null,
  }
}

/** Converts a search hit, without its highlighting. */
function toPlainHit(hit: ArticleListItem): ArticleListItem {
  return { ...hit, title: toPlainText(asSafeHtml(hit.title)), summary: toPlainText(asSafeHtml(hit.summary)) }
}

/** Builds the query for a page of a list. */
export function buildListQuery(
  { categoryId, tagId, order }: ListAddress,
  pages: PageQuery,
): QueryFor<'GET /v1/article/'> {
  return {
    categoryId,
    ...(tagId !== null && { tagId }),
    ...(order === 'hot' && { orderByDescColumn: 'quantity' }),
    ...pages,
  }
}

function EmptyList({ address }: { address: ListAddress }) {
  const isNarrowed = address.tagId !== null || address.keyword !== '' || address.page > 1
  return (
    <EmptyState
      title={address.keyword ? '没有找到相关内容' : undefined}
      link={
        isNarrowed
          ? { to: toListAddress({ ...address, tagId: null, keyword: '', page: 1 }), text: '查看全部文章' }
          : { to: '/', text: '返回首页' }
      }
    >
      {address.keyword && <p>换个关键词再试，或在其他分类中查找</p>}
    </EmptyState>
  )
}
