import type { ReactNode } from 'react'
import styles from './item-row.module.css'

export interface ItemRowProps {
  lead?: ReactNode
  leadKind?: 'cover' | 'portrait'
  title: ReactNode
  text?: ReactNode
  meta?: ReactNode
  actions?: ReactNode
}

/** A row of a list on the user page. */
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
