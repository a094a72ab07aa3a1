import { useEffect, useState } from 'react'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './loading-rows.module.css'

/** Delay before the placeholder is shown, because most answers arrive sooner, ms. */
const PATIENCE_MS = 300

/** Whether an activity has lasted longer than the delay. */
export function useIsSlow(isGoing: boolean, patienceMs = PATIENCE_MS): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isGoing) {
      setIsSlow(false)
      return undefined
    }
    const timer = setTimeout(() => setIsSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isGoing, patienceMs])
  return isGoing && isSlow
}

/** Placeholder rows of the final height for a list that is still loading after 300 ms. */
export function LoadingRows({ count = 8 }: { count?: number }) {
  const isShown = useIsSlow(true)
  if (!isShown) return null
  return (
    <div className={styles.root}>
      <VisuallyHidden role="status">正在加载</VisuallyHidden>
      {Array.from({ length: count }, (_none, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
        <div className={styles.row} key={row} />
      ))}
    </div>
  )
}
