import type { ReactNode } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { KeyCaps } from '../keys/key-caps.tsx'
import styles from './bulk-bar.module.css'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  selection: Selection
  /** Text that replaces 已选 3 项, e.g. when rows of other pages are selected too. */
  words?: string | undefined
  children: ReactNode
}

/** The actions on the selected rows; renders nothing while none is selected. */
export function BulkBar({ selection, words, children }: BulkBarProps) {
  if (selection.ids.size === 0) return null
  return (
    <section className={styles.root} aria-label="批量操作">
      <b className={styles.count} role="status">
        {words ?? `已选 ${selection.ids.size} 项`}
      </b>
      <div className={styles.acts}>{children}</div>
      <Button variant="quiet" className={styles.end} onClick={selection.clear}>
        取消选择 <KeyCaps of="Escape" />
      </Button>
    </section>
  )
}
