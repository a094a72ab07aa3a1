import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './container.module.css'

export interface ContainerProps {
  children: ReactNode
  /** `page`: 1200 px, 1320 on wide screens. `shell`: 1440 px, for header and announcement. */
  width?: 'page' | 'shell'
  className?: string | undefined
}

/** Centres its content, with gutters. */
export function Container({ children, width = 'page', className }: ContainerProps) {
  return (
    <div className={classNames(styles.root, className)} data-width={width}>
      {children}
    </div>
  )
}
