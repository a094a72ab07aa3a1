import { Button } from '#ui/forms/button.tsx'
import styles from './load-more.module.css'

export interface LoadMoreProps {
  hasMore: boolean
  isBusy: boolean
  onLoad: () => void
  endText?: string
}

/** Loads the next page of a list, or marks its end. */
export function LoadMore({ hasMore, isBusy, onLoad, endText }: LoadMoreProps) {
  if (!hasMore) return <ListEnd text={endText} />
  return (
    <div className={styles.root}>
      <Button variant="outline" isBusy={isBusy} busyLabel="加载中" onClick={onLoad}>
        加载更多
      </Button>
    </div>
  )
}

export function ListEnd({ text = '没有更多了' }: { text?: string | undefined }) {
  return <p className={styles.end}>{text}</p>
}
