import type { ReactNode } from 'react'
import { Tag } from '#manage/controls/values/tag.tsx'
import styles from './named-cell.module.css'

interface NamedCellProps {
  name: ReactNode
  number: string
  isUrgent?: boolean
  /** Further lines. */
  children?: ReactNode
}

/** The first cell of an order or a sample: its name above its number. */
export function NamedCell({ name, number, isUrgent = false, children }: NamedCellProps) {
  return (
    <div className={styles.root}>
      <b>
        {name} {isUrgent && <Tag tone="warning">加急</Tag>}
      </b>
      <small>{number}</small>
      {children}
    </div>
  )
}
