import { CircleAlert, CircleCheck, Info, type LucideIconData, TriangleAlert } from '@lucide/icons'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import styles from './note.module.css'

const ICONS = { info: Info, warning: TriangleAlert, error: CircleAlert, success: CircleCheck } as const

export interface NoteProps {
  tone?: keyof typeof ICONS
  /** Icon that replaces that of the tone. */
  icon?: LucideIconData
  /** Bold title before the text. */
  title?: string
  /** Button at the right. */
  action?: ReactNode
  /** Screen readers announce the note when it appears: errors at once, others at the next pause. */
  isLive?: boolean
  children: ReactNode
}

/** A strip across the page or a panel with information that the reader needs here. */
export function Note({ tone = 'info', icon, title, action, isLive = false, children }: NoteProps) {
  const role = tone === 'error' ? 'alert' : 'status'
  return (
    <div className={styles.root} data-tone={tone} role={isLive ? role : undefined}>
      <Icon className={styles.icon} of={icon ?? ICONS[tone]} sizePx={18} />
      <div className={styles.words}>
        {title && <b className={styles.title}>{title}</b>}
        {children}
      </div>
      {action}
    </div>
  )
}
