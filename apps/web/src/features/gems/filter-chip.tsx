import type { ReactNode } from 'react'
import type { GemColour } from '#domain/gems/gem-colours.ts'
import { Link } from '#ui/link.tsx'
import styles from './filter-chip.module.css'

export interface FilterChipProps {
  to: string
  isCurrent: boolean
  /** Colour of the stone, shown before the text. */
  colour?: GemColour
  /** `plain`: the form without a frame, for the order. */
  look?: 'framed' | 'plain'
  children: ReactNode
}

/** One of a few choices, as a link that has the choice in its address. */
export function FilterChip({ to, isCurrent, colour, look = 'framed', children }: FilterChipProps) {
  return (
    <Link
      className={styles.root}
      data-look={look}
      to={to}
      aria-current={isCurrent ? 'true' : undefined}
      preventScrollReset
    >
      {colour && (
        <svg className={styles.swatch} data-colour={colour} viewBox="0 0 14 14" aria-hidden="true">
          <path d="M4 1h6l3 3v6l-3 3H4l-3-3V4z" />
        </svg>
      )}
      {children}
    </Link>
  )
}
