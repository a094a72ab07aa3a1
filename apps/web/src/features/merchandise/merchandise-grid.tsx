import { type ArticleSummary, toArticleSummary } from '#domain/articles/article-summary.ts'
import { MerchandiseCard } from '#domain/merchandise/merchandise-card.tsx'
import { useApi } from '#lib/api/api-context.ts'
import { usePaged } from '#lib/api/use-paged.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { LoadMoreLink } from '#ui/lists/load-more-link.tsx'
import { firstPageOf, queryForPage, toMerchandiseAddress } from './merchandise-address.ts'
import styles from './merchandise-page.module.css'

export interface MerchandiseGridProps {
  /** Last page of the address. */
  page: number
  goods: readonly ArticleSummary[]
  hasMore: boolean
}

/** The first row is above the fold. */
const EAGER_GOODS = 4

/** Products, and a link to the next page, which adds it below. */
export function MerchandiseGrid({ page, goods, hasMore }: MerchandiseGridProps) {
  const api = useApi()
  const { rows, first, last, pages, isBusy, loadMore } = usePaged<ArticleSummary>({
    // The address does not tell how many pages there are, only whether there are more.
    start: { rows: goods, first: firstPageOf(page), last: page, pages: hasMore ? page + 1 : page },
    keyOf: ({ id }) => id,
    load: async (pageNo) => {
      const list = await api.call('GET /v1/article/', { query: queryForPage(pageNo) })
      // Bypasses the router, which would reload the view from the top.
      window.history.replaceState(window.history.state, '', toMerchandiseAddress(pageNo))
      return { rows: list.records.map(toArticleSummary), pages: list.pages }
    },
  })
  if (rows.length === 0) {
    return (
      <EmptyState>
        <ButtonLink variant="outline" to={page > 1 ? '/surrounding' : '/'}>
          {page > 1 ? '查看全部周边' : '返回首页'}
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={styles.grid}>
        {rows.map((article, index) => (
          <li key={article.id}>
            <MerchandiseCard article={article} isEager={index < EAGER_GOODS} />
          </li>
        ))}
      </ul>
      {last < pages ? (
        <div className={styles.apart}>
          <LoadMoreLink to={toMerchandiseAddress(last + 1)} isBusy={isBusy} onLoad={loadMore} />
        </div>
      ) : (
        <LoadMore hasMore={false} isBusy={false} onLoad={() => undefined} />
      )}
      {first > 1 && (
        <p className={styles.more}>
          <ButtonLink variant="quiet" to={toMerchandiseAddress(page - 1)}>
            上一页
          </ButtonLink>
        </p>
      )}
    </>
  )
}
