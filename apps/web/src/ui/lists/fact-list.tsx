import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import shared from '../shared.module.css'
import styles from './fact-list.module.css'

export interface FactListProps {
  facts: readonly { name: string; value: ReactNode }[]
  /** Size; `small` is for a few facts below other content. */
  size?: 'large' | 'small'
  className?: string | undefined
}

/** A list of names and values. */
export function FactList({ facts, size = 'large', className }: FactListProps) {
  return (
    <dl className={classNames(styles.root, className)} data-size={size}>
      {facts.map(({ name, value }) => (
        <div className={styles.row} key={name}>
          <dt className={shared.note}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
