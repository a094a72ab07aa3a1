import type { MouseEvent } from 'react'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import styles from './load-more.module.css'

export interface LoadMoreProps {
  hasMore: boolean
  isBusy: boolean
  onLoad: () => void
  endText?: string
}

/** Button that loads the next page of a list, or the mark of its end. */
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

export interface LoadMoreLinkProps {
  /** Address of the next page alone, for a new tab or without JavaScript. */
  to: string
  isBusy: boolean
  onLoad: () => Promise<void>
  variant?: 'outline' | 'quiet'
  children?: string
}

/** Button that loads the next page of a list; without JavaScript it is a link to that page. */
export function LoadMoreLink({ to, isBusy, onLoad, variant = 'outline', children = '加载更多' }: LoadMoreLinkProps) {
  const handleClick = (event: MouseEvent) => {
    // Clicks with modifier keys open a tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void onLoad()
  }
  return (
    <p className={styles.more}>
      <ButtonLink
        className={styles.button}
        variant={variant}
        to={to}
        aria-disabled={isBusy || undefined}
        onClick={handleClick}
      >
        {isBusy ? '加载中' : children}
      </ButtonLink>
    </p>
  )
}
