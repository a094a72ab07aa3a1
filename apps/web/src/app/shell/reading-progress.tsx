import { useEffect, useRef } from 'react'
import styles from './reading-progress.module.css'
import { watchScroll } from './scroll-watch.ts'

/** Scroll position as a scale at the header's lower edge; stays at the top when the header hides. */
export function ReadingProgress() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      watchScroll(({ percent }) => {
        const scale = ref.current
        if (!scale) return
        scale.style.setProperty('--progress', `${percent}%`)
        scale.toggleAttribute('data-moved', Number(percent) > 0)
        const label = scale.lastElementChild
        if (label) label.textContent = `${percent}%`
      }),
    [],
  )
  return (
    // Hidden from screen readers, which report the position themselves.
    <div ref={ref} className={styles.root} aria-hidden="true">
      <div className={styles.bar} />
      <span className={styles.label}>0.00%</span>
    </div>
  )
}
