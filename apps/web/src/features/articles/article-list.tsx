import type { QueryFor } from '@portal/contract/calls.ts'
import { useApi } from '#lib/api-context.ts'
import { type PageQuery, type ShownPages, singlePage } from '#lib/list-pages.ts'
import { ArticlePages } from '#ui/article-pages.tsx'
import { type ArticleSummary, toArticleSummary } from '#ui/article-summary.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { type ListAddress, toListAddress } from './list-address.ts'

export interface ArticleListProps {
  address: ListAddress
  articles: readonly ArticleSummary[]
  shown: ShownPages
}

/** Rows seen before anything is scrolled. */
const EAGER_ROWS = 3

/** The articles of a category, or those of it with a tag, and the way to more of them. */
export function ArticleList({ address, articles, shown }: ArticleListProps) {
  const api = useApi()
  return (
    <ArticlePages
      articles={articles}
      shown={shown}
      eagerRows={EAGER_ROWS}
      addressOf={(page) => toListAddress({ ...address, page })}
      onLoad={async (pageNo) => {
        const { records, pages } = await api.call('GET /v1/article/', { query: listQuery(address, singlePage(pageNo)) })
        return { articles: records.map(toArticleSummary), pages }
      }}
      empty={<EmptyList address={address} />}
    />
  )
}

/** What the call for a list's pages asks for. */
export function listQuery({ categoryId, tagId, order }: ListAddress, pages: PageQuery): QueryFor<'GET /v1/article/'> {
  return {
    categoryId,
    ...(tagId !== null && { tagId }),
    ...(order === 'hot' && { orderByDescColumn: 'quantity' }),
    ...pages,
  }
}

function EmptyList({ address }: { address: ListAddress }) {
  const isNarrowed = address.tagId !== null || address.page > 1
  return (
    <EmptyState>
      {isNarrowed ? (
        <ButtonLink variant="outline" to={toListAddress({ ...address, tagId: null, page: 1 })}>
          查看全部文章
        </ButtonLink>
      ) : (
        <ButtonLink variant="outline" to="/">
          返回首页
        </ButtonLink>
      )}
    </EmptyState>
  )
}
