import type { LucideIconData } from '@lucide/icons'
import type { ComponentProps } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIconData
  /** Accessible name; it includes the number of the badge. */
  label: string
  /** Number on the badge, which is hidden at 0. */
  count?: number
}

/** A 44 px square button. */
export function IconButton({ icon, label, count = 0, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classNames(styles.root, className)} aria-label={label}>
      <Icon of={icon} />
      {count > 0 && <span className={styles.badge}>{count > 99 ? '99+' : count}</span>}
    </button>
  )
}
