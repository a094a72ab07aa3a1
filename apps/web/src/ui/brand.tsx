import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './brand.module.css'
import { Mark } from './figures/mark.tsx'

export interface BrandProps {
  /** The name in two lines; the second may be empty. */
  head: ReactNode
  rest: ReactNode
  /** Address of the logo; without it the site's own drawing is shown. */
  logo?: string | null | undefined
  className?: string | undefined
}

/** The organisation's mark and name; coloured by `--brand-ink` and `--brand-ink-2`. */
export function Brand({ head, rest, logo, className }: BrandProps) {
  return (
    <span className={classNames(styles.root, className)}>
      {logo ? <img className={styles.mark} src={logo} alt="" /> : <Mark className={styles.mark} />}
      <span>
        <span className={styles.head}>{head}</span>
        {rest && <span className={styles.rest}>{rest}</span>}
      </span>
    </span>
  )
}
