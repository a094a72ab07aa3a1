import { useEffect } from 'react'
import { lockScroll } from '#lib/scroll-lock.ts'
import { Drawing } from './figures/drawing.tsx'
import styles from './loading-indicator.module.css'

/** A turning crown with “loading...”. `cover` fills the viewport and locks scrolling. */
export function LoadingIndicator({ extent = 'place' }: { extent?: 'place' | 'cover' }) {
  useEffect(() => (extent === 'cover' ? lockScroll() : undefined), [extent])
  return (
    <div className={styles.root} data-extent={extent} role="status">
      <Drawing name="brilliant-plan" className={styles.crown} />
      <span className={styles.words}>loading...</span>
    </div>
  )
}
