import type { ReactNode } from 'react'
import { Link } from '#ui/link.tsx'
import styles from './article-list-page.module.css'

/** One of a few choices, as a link that has the choice in its address. */
export function ChipLink({
  to,
  isCurrent = false,
  children,
}: {
  to: string
  isCurrent?: boolean
  children: ReactNode
}) {
  return (
    <Link className={styles.chip} to={to} aria-current={isCurrent ? 'true' : undefined}>
      {children}
    </Link>
  )
}
