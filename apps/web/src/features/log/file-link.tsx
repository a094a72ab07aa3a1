import styles from './log-page.module.css'
import type { LogState } from './read-log.ts'

/** Link to a file of the log, which the browser opens because no page shows it. */
export function FileLink({ path }: { path: string }) {
  return (
    <a className={styles.file} href={path}>
      <code>{path}</code>
    </a>
  )
}

interface FileInsteadProps {
  log: LogState
  path: string
}

/** Note in place of a file that this page has not read. */
export function FileInstead({ log, path }: FileInsteadProps) {
  return (
    <p className={styles.pending}>
      {log.kind === 'absent' ? (
        '本站没有公开日志。'
      ) : (
        <>
          见 <FileLink path={path} />
        </>
      )}
    </p>
  )
}
