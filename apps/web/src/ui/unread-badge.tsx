import styles from './unread-badge.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={styles.root}>
      {count > 99 ? '99+' : count}
      <VisuallyHidden> 条未读</VisuallyHidden>
    </span>
  )
}
