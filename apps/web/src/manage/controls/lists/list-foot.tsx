import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/forms/button.tsx'
import styles from './list-foot.module.css'

export interface ListFootProps {
  /** Text: 第 1–50 条，共 84 条. */
  children: ReactNode
  /** Address of the following rows; lists have no page numbers. */
  olderTo?: string | null
  /** Address of the first rows, on a later page. */
  newestTo?: string | null
}

/** The foot of a table: the shown range, and the link to older rows. */
export function ListFoot({ children, olderTo, newestTo }: ListFootProps) {
  return (
    <footer className={styles.root}>
      <span className={styles.words}>{children}</span>
      {newestTo && (
        <ButtonLink variant="outline" to={newestTo}>
          回到最新
        </ButtonLink>
      )}
      {olderTo && (
        <ButtonLink variant="outline" to={olderTo}>
          更早
        </ButtonLink>
      )}
    </footer>
  )
}
