import type { ReactNode } from 'react'
import styles from './timeline.module.css'

export interface TimelineEntry {
  key: string | number
  text: ReactNode
  /** Note under the text: time and place. */
  note: ReactNode
  tone?: 'plain' | 'danger'
}

/** Events along an upright ruler, newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.root}>
      {entries.map(({ key, text, note, tone = 'plain' }, index) => (
        <li className={styles.entry} key={key} data-now={index === 0 || undefined}>
          <span className={styles.text} data-tone={tone}>
            {text}
          </span>
          <span className={styles.note}>{note}</span>
        </li>
      ))}
    </ol>
  )
}
