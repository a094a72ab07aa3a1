import styles from './missing.module.css'

/** Stands where a list would be that is empty, or could not be had: the rest of the page is not touched by it. */
export function Missing({ rows }: { rows: readonly unknown[] | null }) {
  return <p className={styles.root}>{rows ? '暂无数据' : '暂时无法加载，请稍后重试'}</p>
}
