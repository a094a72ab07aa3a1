import type { ReactNode } from 'react'
import styles from './timeline.module.css'

export interface TimelineEntry {
  key: string | number
  text: ReactNode
  /** Under the text: time and place. */
  note: ReactNode
  tone?: 'plain' | 'danger'
}

/** What happened, newest first, along an upright ruler. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.root}>
      {entries.map(({ key, text, note, tone = 'plain' }) => (
        <li className={styles.entry} key={key}>
          <span className={styles.text} data-tone={tone}>
            {text}
          </span>
          <span className={styles.note}>{note}</span>
        </li>
      ))}
    </ol>
  )
}
