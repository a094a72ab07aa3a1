import type { HiddenArticle } from '@portal/contract/community/review.ts'
import { useApi } from '#lib/api/api-context.ts'
import { type Paged, usePaged } from '#lib/api/use-paged.ts'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import shared from '#ui/shared.module.css'
import { Time } from '#ui/time.tsx'
import { loadUnpublishedArticles, loadWaitingArticles } from './load-review.ts'
import styles from './review-page.module.css'

const KINDS = {
  articles: { load: loadWaitingArticles, empty: '没有待审的文章', since: '提交于' },
  shelf: { load: loadUnpublishedArticles, empty: '没有已下架的文章', since: '发布于' },
} as const

export interface HiddenArticlesProps {
  /** Kind of list: articles that wait for review, oldest first, or unpublished articles. */
  kind: keyof typeof KINDS
  start: Paged<HiddenArticle>
}

/** Articles that editors decide about, with links to their texts. */
export function HiddenArticles({ kind, start }: HiddenArticlesProps) {
  const api = useApi()
  const { load, empty, since } = KINDS[kind]
  const list = usePaged(start, (pageNo) => load(api, pageNo))
  if (list.rows.length === 0) return <EmptyState title={empty} />
  return (
    <>
      <ol>
        {list.rows.map(({ id, title, summary, nickname, categoryName, createTime }) => (
          <li className={styles.row} key={id}>
            <h2 className={styles.title}>
              <Link className={styles.whole} to={`/review?article=${id}`}>
                {title}
              </Link>
            </h2>
            {summary && <p className={shared.soft}>{summary}</p>}
            <p className={styles.meta}>
              <span>{nickname || '用户'}</span>
              {categoryName && <span>{categoryName}</span>}
              {createTime && (
                <span>
                  {since} <Time at={createTime} format="dateTime" />
                </span>
              )}
            </p>
          </li>
        ))}
      </ol>
      <LoadMore hasMore={list.last < list.pages} isBusy={list.isBusy} onLoad={() => void list.loadMore()} />
    </>
  )
}
