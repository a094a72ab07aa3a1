import { type ReactNode, useEffect } from 'react'
import styles from './page-head.module.css'
import { showTitle } from './page-title.ts'

export interface PageHeadProps {
  title: string
  /** The page shows the title elsewhere, e.g. in the field that changes it. */
  isTitleHidden?: boolean
  /** Summary line under the title. */
  summary?: ReactNode
  /** Link back to the list, above the title. */
  crumb?: ReactNode
  /** Marks beside the title: state, version. */
  marks?: ReactNode
  /** Buttons at the right, at most one of them primary. */
  actions?: ReactNode
}

/** The head of a page. It sets the title of the document, and its heading receives the focus after navigation. */
export function PageHead({ title, isTitleHidden = false, summary, crumb, marks, actions }: PageHeadProps) {
  useEffect(() => showTitle(title), [title])
  return (
    <header className={styles.root}>
      <div className={styles.words}>
        {crumb && <div className={styles.crumb}>{crumb}</div>}
        <div className={styles.line}>
          <h1 className={styles.title} data-hidden={isTitleHidden || undefined} tabIndex={-1}>
            {title}
          </h1>
          {marks}
        </div>
        {summary && <p className={styles.summary}>{summary}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
