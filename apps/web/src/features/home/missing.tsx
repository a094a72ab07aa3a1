import styles from './lists.module.css'

/** Replaces a list that is empty or failed to load. */
export function Missing({ rows }: { rows: readonly unknown[] | null }) {
  return <p className={styles.missing}>{rows ? '暂无数据' : '暂时无法加载，请稍后重试'}</p>
}
