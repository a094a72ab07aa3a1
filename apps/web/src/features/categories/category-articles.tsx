import { useState } from 'react'
import { ApiError } from '#lib/api-client.ts'
import { useApi } from '#lib/api-context.ts'
import { formatNumber } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { ArticleRow } from '#ui/article-row.tsx'
import { type ArticleSummary, toArticleSummary } from '#ui/article-summary.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { type CategoryAddress, queryForPage, type ShownPages, toCategoryAddress } from './category-address.ts'
import styles from './category-articles.module.css'

export interface CategoryArticlesProps {
  address: CategoryAddress
  /** Of what was chosen. */
  name: string
  total: number | null
  articles: readonly ArticleSummary[]
  shown: ShownPages
}

/** Rows seen before anything is scrolled. */
const EAGER_ROWS = 2

/** The articles of a category or a tag, and the way to more of them. */
export function CategoryArticles({ address, name, total, ...first }: CategoryArticlesProps) {
  const { articles, shown, isBusy, loadMore } = useMorePages(address, first)
  return (
    <section aria-labelledby="chosen">
      <div className={styles.head}>
        <h2 className={styles.title} id="chosen">
          {name}
        </h2>
        {total !== null && <span className={styles.total}>共 {formatNumber(total)} 篇</span>}
        <TextLink className={styles.all} to="/category">
          全部分类
        </TextLink>
      </div>
      {articles.length === 0 && (
        <EmptyState>
          <ButtonLink variant="outline" to={toCategoryAddress({ ...address, page: 1 })}>
            返回第一页
          </ButtonLink>
        </EmptyState>
      )}
      {articles.map((article, index) => (
        <ArticleRow article={article} isEager={index < EAGER_ROWS} key={article.id} />
      ))}
      {shown.hasMore && (
        <p className={styles.more}>
          <ButtonLink
            className={styles.button}
            variant="outline"
            to={toCategoryAddress({ ...address, page: shown.last + 1 })}
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
      )}
      {!shown.hasMore && articles.length > 0 && <LoadMore hasMore={false} isBusy={false} onLoad={() => undefined} />}
      {shown.first > 1 && articles.length > 0 && (
        <nav className={styles.pages} aria-label="分页">
          <ButtonLink variant="quiet" to={toCategoryAddress({ ...address, page: 1 })}>
            第一页
          </ButtonLink>
          <ButtonLink variant="quiet" to={toCategoryAddress({ ...address, page: shown.first - 1 })}>
            上一页
          </ButtonLink>
          <span>第 {shown.last} 页</span>
        </nav>
      )}
    </section>
  )
}

/** Adds page after page below those that the address showed, and keeps the address up with them. */
function useMorePages(address: CategoryAddress, first: { articles: readonly ArticleSummary[]; shown: ShownPages }) {
  const api = useApi()
  const [{ articles, shown }, setFound] = useState(first)
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
      setFound({ articles: [...articles, ...added], shown: { ...shown, last: pageNo, hasMore: page.pages > pageNo } })
      // Past the router, which would load the whole view anew and begin it at the top.
      window.history.replaceState(window.history.state, '', toCategoryAddress({ ...address, page: pageNo }))
    } catch (reason) {
      if (!(reason instanceof ApiError)) showToast('error', '网络不通，请稍后重试')
    } finally {
      setIsBusy(false)
    }
  }
  return { articles, shown, isBusy, loadMore }
}
