import { CircleAlert, CircleCheck, Info, type LucideIconData, TriangleAlert } from '@lucide/icons'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import styles from './note.module.css'

const ICONS = { info: Info, warning: TriangleAlert, error: CircleAlert, success: CircleCheck } as const

export interface NoteProps {
  tone?: keyof typeof ICONS
  /** Instead of the tone's. */
  icon?: LucideIconData
  /** Bold, before the text. */
  title?: string
  /** A button at the right. */
  action?: ReactNode
  /** Announced when it appears: errors at once, others when the reader pauses. */
  isLive?: boolean
  children: ReactNode
}

/** A strip across the page or a panel: what the reader must know here. */
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
