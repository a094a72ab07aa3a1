import { LoadingIndicator } from '#ui/loading-indicator.tsx'
import styles from './shell-skeleton.module.css'

export function ShellSkeleton() {
  return (
    <div className={styles.root}>
      <LoadingIndicator />
    </div>
  )
}
