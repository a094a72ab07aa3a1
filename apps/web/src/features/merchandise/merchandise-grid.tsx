import { useState } from 'react'
import { type ArticleSummary, toArticleSummary } from '#domain/articles/article-summary.ts'
import { MerchandiseCard } from '#domain/merchandise/merchandise-card.tsx'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
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
export function MerchandiseGrid({ page: firstShown, goods: firstGoods, hasMore: firstHasMore }: MerchandiseGridProps) {
  const { page, goods, hasMore, isBusy, loadMore } = useMoreGoods(firstShown, firstGoods, firstHasMore)
  if (goods.length === 0) {
    return (
      <EmptyState>
        <ButtonLink variant="outline" to={firstShown > 1 ? '/surrounding' : '/'}>
          {firstShown > 1 ? '查看全部周边' : '返回首页'}
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={styles.grid}>
        {goods.map((article, index) => (
          <li key={article.id}>
            <MerchandiseCard article={article} isEager={index < EAGER_GOODS} />
          </li>
        ))}
      </ul>
      {hasMore ? (
        <p className={styles.more}>
          <ButtonLink
            className={styles.button}
            variant="outline"
            to={toMerchandiseAddress(page + 1)}
            aria-disabled={isBusy || undefined}
            onClick={(event) => {
              // Another tab or window may still be asked for with a key held down.
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
              event.preventDefault()
              void loadMore()
            }}
          >
            {isBusy ? '加载中' : '加载更多'}
          </ButtonLink>
        </p>
      ) : (
        <LoadMore hasMore={false} isBusy={false} onLoad={() => undefined} />
      )}
      {firstPageOf(firstShown) > 1 && (
        <p className={styles.more}>
          <ButtonLink variant="quiet" to={toMerchandiseAddress(firstShown - 1)}>
            上一页
          </ButtonLink>
        </p>
      )}
    </>
  )
}

/** Adds pages below and updates the address. */
function useMoreGoods(firstPage: number, firstGoods: readonly ArticleSummary[], firstHasMore: boolean) {
  const api = useApi()
  const [shown, setShown] = useState({ page: firstPage, goods: firstGoods, hasMore: firstHasMore })
  const [isBusy, setIsBusy] = useState(false)

  const loadMore = async () => {
    if (isBusy) return
    const page = shown.page + 1
    setIsBusy(true)
    try {
      const list = await api.call('GET /v1/article/', { query: queryForPage(page) })
      // A new product may have shifted the pages: skip repeated ones.
      const known = new Set(shown.goods.map(({ id }) => id))
      const added = list.records.map(toArticleSummary).filter(({ id }) => !known.has(id))
      setShown({ page, goods: [...shown.goods, ...added], hasMore: list.pages > page })
      // Without the router, which would reload the view at the top.
      window.history.replaceState(window.history.state, '', toMerchandiseAddress(page))
    } catch (reason) {
      if (!(reason instanceof ApiError)) showToast('error', '网络不通，请稍后重试')
    } finally {
      setIsBusy(false)
    }
  }
  return { ...shown, isBusy, loadMore }
}
