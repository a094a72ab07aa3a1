import { type ReactNode, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import type { ShownPages } from '#lib/api/list-pages.ts'
import { showToast } from '#lib/toasts.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { LoadMoreLink } from '#ui/lists/load-more-link.tsx'
import styles from './article-pages.module.css'
import { ArticleRow } from './article-row.tsx'
import type { ArticleSummary } from './article-summary.ts'

export interface ArticlePagesProps {
  /** What the address showed. */
  articles: readonly ArticleSummary[]
  shown: ShownPages
  /** Gives one further page. @throws ApiError when upstream does not; whoever asks has told the visitor */
  onLoad: (pageNo: number) => Promise<{ articles: ArticleSummary[]; pages: number }>
  /** The address of the view up to a page. */
  addressOf: (page: number) => string
  /** Rows seen before anything is scrolled. */
  eagerRows: number
  /** In place of the rows when there are none. */
  empty: ReactNode
}

/** Rows of articles, and the way to more of them: by a link where there is no JavaScript. */
export function ArticlePages({ eagerRows, addressOf, empty, ...rest }: ArticlePagesProps) {
  const { articles, shown, isBusy, loadMore } = useMorePages({ addressOf, ...rest })
  if (articles.length === 0) return empty
  return (
    <>
      {articles.map((article, index) => (
        <ArticleRow article={article} isEager={index < eagerRows} key={article.id} />
      ))}
      {shown.hasMore ? (
        <LoadMoreLink to={addressOf(shown.last + 1)} isBusy={isBusy} onLoad={loadMore} />
      ) : (
        <LoadMore hasMore={false} isBusy={false} onLoad={() => undefined} />
      )}
      {shown.first > 1 && <EarlierPages shown={shown} addressOf={addressOf} />}
    </>
  )
}

/** A page that is shown by itself has the way back to those before it. */
function EarlierPages({ shown, addressOf }: Pick<ArticlePagesProps, 'shown' | 'addressOf'>) {
  return (
    <nav className={styles.pages} aria-label="分页">
      <ButtonLink variant="quiet" to={addressOf(1)}>
        第一页
      </ButtonLink>
      <ButtonLink variant="quiet" to={addressOf(shown.first - 1)}>
        上一页
      </ButtonLink>
      <span>第 {shown.last} 页</span>
    </nav>
  )
}

/** Adds page after page below those that the address showed, and keeps the address up with them. */
function useMorePages({
  articles: firstArticles,
  shown: firstShown,
  onLoad,
  addressOf,
}: Pick<ArticlePagesProps, 'articles' | 'shown' | 'onLoad' | 'addressOf'>) {
  const [{ articles, shown }, setFound] = useState({ articles: firstArticles, shown: firstShown })
  const [isBusy, setIsBusy] = useState(false)

  const loadMore = async () => {
    if (isBusy) return
    const pageNo = shown.last + 1
    setIsBusy(true)
    try {
      const page = await onLoad(pageNo)
      // An article that was published meanwhile moves the others on: the last of a page comes again on the next.
      const known = new Set(articles.map(({ id }) => id))
      const added = page.articles.filter(({ id }) => !known.has(id))
      setFound({ articles: [...articles, ...added], shown: { ...shown, last: pageNo, hasMore: page.pages > pageNo } })
      replaceAddress(addressOf(pageNo))
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
