import styles from './avatar.module.css'

/** The first character of a person's name. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={styles.root} aria-hidden="true">
      {[...name.trim()][0] ?? '访'}
    </span>
  )
}
