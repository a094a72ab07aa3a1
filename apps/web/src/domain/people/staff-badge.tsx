import { IdCard } from '@lucide/icons'
import { Icon } from '#ui/icon.tsx'
import styles from './staff-badge.module.css'

/** Marks owners and editors; nicknames may not contain these words. */
export function StaffBadge() {
  return (
    <span className={styles.root}>
      <Icon of={IdCard} sizePx={14} />
      工作人员
    </span>
  )
}
