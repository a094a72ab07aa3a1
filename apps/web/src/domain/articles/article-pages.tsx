import type { ReactNode } from 'react'
import type { ShownPages } from '#lib/api/list-pages.ts'
import { usePaged } from '#lib/api/use-paged.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { ListEnd, LoadMoreLink } from '#ui/lists/load-more.tsx'
import styles from './article-row.module.css'
import { ArticleRow } from './article-row.tsx'
import type { ArticleSummary } from './article-summary.ts'

export interface ArticlePagesProps {
  articles: readonly ArticleSummary[]
  shown: ShownPages
  /**
   * Loads a further page.
   * @throws ApiError, which the client has shown to the visitor
   */
  onLoad: (pageNo: number) => Promise<{ articles: ArticleSummary[]; pages: number }>
  /** Builds the address of the view up to a page. */
  toAddress: (page: number) => string
  /** Rows visible without scrolling. */
  eagerRows: number
  empty: ReactNode
}

/** Rows of articles with links to further pages. */
export function ArticlePages({ articles, shown, onLoad, eagerRows, toAddress, empty }: ArticlePagesProps) {
  // The number of pages is unknown here; only whether there are more is known.
  const start = { ...shown, rows: articles, pages: shown.hasMore ? shown.last + 1 : shown.last }
  const { rows, first, last, pages, isBusy, loadMore } = usePaged(start, async (pageNo) => {
    const page = await onLoad(pageNo)
    replaceAddress(toAddress(pageNo))
    return { rows: page.articles, pages: page.pages }
  })
  if (rows.length === 0) return empty
  return (
    <>
      {rows.map((article, index) => (
        <ArticleRow article={article} isEager={index < eagerRows} key={article.id} />
      ))}
      {last < pages ? <LoadMoreLink to={toAddress(last + 1)} isBusy={isBusy} onLoad={loadMore} /> : <ListEnd />}
      {first > 1 && <EarlierPages first={first} last={last} toAddress={toAddress} />}
    </>
  )
}

/** Links to the earlier pages when a later page is shown alone. */
function EarlierPages({
  first,
  last,
  toAddress,
}: Pick<ShownPages, 'first' | 'last'> & Pick<ArticlePagesProps, 'toAddress'>) {
  return (
    <nav className={styles.pages} aria-label="分页">
      <ButtonLink variant="quiet" to={toAddress(1)}>
        第一页
      </ButtonLink>
      <ButtonLink variant="quiet" to={toAddress(first - 1)}>
        上一页
      </ButtonLink>
      <span>第 {last} 页</span>
    </nav>
  )
}

/**
 * Bypasses the router, which would reload the view from the top; the router reads the address again when the visitor
 * goes back.
 */
function replaceAddress(to: string): void {
  window.history.replaceState(window.history.state, '', to)
}
