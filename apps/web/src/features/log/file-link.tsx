import { classes as styles } from 'virtual:page-sheet/features/log/log-page'
import type { LogState } from './read-log.ts'

/** A file of the log, which no page shows: the browser opens it. */
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

/** In place of a file that this page has not read. */
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
