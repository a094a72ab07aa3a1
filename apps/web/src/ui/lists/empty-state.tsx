import type { ReactNode } from 'react'
import { Drawing } from '#ui/figures/drawing.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  title?: string | undefined
  /** Link to a next step. */
  link?: { to: string; text: string }
  children?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ title = '暂无数据', link, children }: EmptyStateProps) {
  return (
    <div className={styles.root}>
      <Drawing name="bi-disc" className={styles.drawing} />
      <p className={styles.title}>{title}</p>
      {children}
      {link && (
        <ButtonLink variant="outline" to={link.to}>
          {link.text}
        </ButtonLink>
      )}
    </div>
  )
}
