import { useState } from 'react'
import { ApiError } from '#lib/api-client.ts'
import { useApi } from '#lib/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { ArticleRow } from '#ui/article-row.tsx'
import { type ArticleSummary, toArticleSummary } from '#ui/article-summary.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import styles from './article-list.module.css'
import { type ListAddress, toListAddress } from './list-address.ts'
import { queryForPage, type ShownPages } from './list-pages.ts'

export interface ArticleListProps {
  address: ListAddress
  articles: readonly ArticleSummary[]
  shown: ShownPages
}

/** Rows seen before anything is scrolled. */
const EAGER_ROWS = 3

/** The rows, and the way to more of them. */
export function ArticleList({ address, articles: firstArticles, shown: firstShown }: ArticleListProps) {
  const { articles, shown, isBusy, loadMore } = useMorePages(address, firstArticles, firstShown)
  if (articles.length === 0) return <EmptyList address={address} />
  return (
    <>
      {articles.map((article, index) => (
        <ArticleRow article={article} isEager={index < EAGER_ROWS} key={article.id} />
      ))}
      {shown.hasMore ? (
        <p className={styles.more}>
          <ButtonLink
            className={styles.button}
            variant="outline"
            to={toListAddress({ ...address, page: shown.last + 1 })}
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
      {shown.first > 1 && <EarlierPages address={address} shown={shown} />}
    </>
  )
}

/** Pages beyond the tenth are shown by themselves; from there the way back. */
function EarlierPages({ address, shown }: { address: ListAddress; shown: ShownPages }) {
  return (
    <nav className={styles.pages} aria-label="分页">
      <ButtonLink variant="quiet" to={toListAddress({ ...address, page: 1 })}>
        第一页
      </ButtonLink>
      <ButtonLink variant="quiet" to={toListAddress({ ...address, page: shown.first - 1 })}>
        上一页
      </ButtonLink>
      <span>第 {shown.last} 页</span>
    </nav>
  )
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

/** Adds page after page below those that the address showed, and keeps the address up with them. */
function useMorePages(address: ListAddress, firstArticles: readonly ArticleSummary[], firstShown: ShownPages) {
  const api = useApi()
  const [articles, setArticles] = useState(firstArticles)
  const [shown, setShown] = useState(firstShown)
  const [isBusy, setIsBusy] = useState(false)

  const loadMore = async () => {
    if (isBusy) return
    const pageNo = shown.last + 1
    setIsBusy(true)
    try {
      const page = await api.call('GET /v1/article/', { query: queryForPage(address, pageNo) })
      // An article that was published meanwhile moves the others on: the last of a page comes again on the next.
      const known = new Set(articles.map(({ id }) => id))
      const added = page.records.map(toArticleSummary).filter(({ id }) => !known.has(id))
      setArticles([...articles, ...added])
      setShown({ ...shown, last: pageNo, hasMore: page.pages > pageNo })
      replaceAddress(toListAddress({ ...address, page: pageNo }))
    } catch (reason) {
      if (!(reason instanceof ApiError)) showToast('error', '网络不通，请稍后重试')
    } finally {
      setIsBusy(false)
    }
  }
  return { articles, shown, isBusy, loadMore }
}

/**
 * Changes the address past the router, which would load the whole view anew and begin it at the top. The router's
 * own entry in the history is kept; it reads the address again when the visitor comes back to it.
 */
function replaceAddress(to: string): void {
  window.history.replaceState(window.history.state, '', to)
}
