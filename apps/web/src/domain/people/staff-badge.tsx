import { IdCard } from '@lucide/icons'
import { Icon } from '#ui/icon.tsx'
import styles from './staff-badge.module.css'

/** Beside the name of an owner or editor. Upstream says who is one; no nickname may hold these words or such a mark. */
export function StaffBadge() {
  return (
    <span className={styles.root}>
      <Icon of={IdCard} sizePx={14} />
      工作人员
    </span>
  )
}
