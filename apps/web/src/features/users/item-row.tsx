import type { ReactNode } from 'react'
import styles from './item-row.module.css'

export interface ItemRowProps {
  /** A cover or a portrait before the words. */
  lead?: ReactNode
  /** What `lead` is; a cover gets its proportion here. */
  leadKind?: 'cover' | 'portrait'
  /** Mostly a link. */
  title: ReactNode
  text?: ReactNode
  /** The line of details. */
  meta?: ReactNode
  actions?: ReactNode
}

/** A row of the user page: what it is about at the left, what can be done with it at the right. */
export function ItemRow({ lead, leadKind = 'cover', title, text, meta, actions }: ItemRowProps) {
  return (
    <div className={styles.root} data-plain={lead ? undefined : true} data-lead={lead ? leadKind : undefined}>
      {lead && (leadKind === 'cover' ? <div className={styles.cover}>{lead}</div> : lead)}
      <div>
        <h2 className={styles.title}>{title}</h2>
        {text && <p className={styles.text}>{text}</p>}
        {meta}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
