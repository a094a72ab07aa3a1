import type { MouseEvent } from 'react'
import { ButtonLink } from '#ui/forms/button.tsx'
import styles from './load-more-link.module.css'

export interface LoadMoreLinkProps {
  /** Where that page stands by itself, for readers without JavaScript and for another tab. */
  to: string
  isBusy: boolean
  /** Adds the page to what is shown. */
  onLoad: () => Promise<void>
  variant?: 'outline' | 'quiet'
  /** 加载更多 when left out. */
  children?: string
}

/** Beside a list: adds its next page, and is a link to it. */
export function LoadMoreLink({ to, isBusy, onLoad, variant = 'outline', children = '加载更多' }: LoadMoreLinkProps) {
  const handleClick = (event: MouseEvent) => {
    // Another tab or window may still be asked for with a key held down.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void onLoad()
  }
  return (
    <p className={styles.root}>
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
