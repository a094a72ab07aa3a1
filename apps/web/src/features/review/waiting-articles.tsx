import type { WaitingArticle } from '@portal/contract/review.ts'
import { Link } from 'react-router-dom'
import { useApi } from '#lib/api-context.ts'
import { type Paged, usePaged } from '#lib/use-paged.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Time } from '#ui/time.tsx'
import { waitingArticles } from './load-review.ts'
import styles from './review-page.module.css'

/** Articles that wait, longest first. */
export function WaitingArticles({ start }: { start: Paged<WaitingArticle> }) {
  const api = useApi()
  const list = usePaged<WaitingArticle>({
    start,
    keyOf: ({ id }) => id,
    load: (pageNo) => waitingArticles(api, pageNo),
  })
  if (list.rows.length === 0) return <EmptyState title="没有待审的文章" />
  return (
    <>
      <ol className={styles.list}>
        {list.rows.map(({ id, title, summary, nickname, categoryName, createTime }) => (
          <li className={styles.row} key={id}>
            <h2 className={styles.title}>
              <Link className={styles.whole} to={`/review?article=${id}`}>
                {title}
              </Link>
            </h2>
            {summary && <p className={styles.soft}>{summary}</p>}
            <p className={styles.meta}>
              <span>{nickname || '用户'}</span>
              {categoryName && <span>{categoryName}</span>}
              <span>
                提交于 <Time at={createTime} format="dateTime" />
              </span>
            </p>
          </li>
        ))}
      </ol>
      <LoadMore hasMore={list.last < list.pages} isBusy={list.isBusy} onLoad={() => void list.loadMore()} />
    </>
  )
}
