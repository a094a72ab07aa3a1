import { Button } from '#ui/forms/button.tsx'
import styles from './load-more.module.css'

export interface LoadMoreProps {
  hasMore: boolean
  isBusy: boolean
  onLoad: () => void
  /** At the end of the list: 没有更多了, in the search dialog 已经到底了. */
  endText?: string
}

/** Under a list: loads its next page, or says that this was all. */
export function LoadMore({ hasMore, isBusy, onLoad, endText = '没有更多了' }: LoadMoreProps) {
  if (!hasMore) return <p className={styles.end}>{endText}</p>
  return (
    <div className={styles.root}>
      <Button variant="outline" isBusy={isBusy} busyLabel="加载中" onClick={onLoad}>
        加载更多
      </Button>
    </div>
  )
}
