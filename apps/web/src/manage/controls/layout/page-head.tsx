import { type ReactNode, useEffect } from 'react'
import styles from './page-head.module.css'
import { showTitle } from './page-title.ts'

export interface PageHeadProps {
  title: string
  /** Something on the page shows it already, e.g. the field that it is changed in. */
  isTitleHidden?: boolean
  /** One line under the title. */
  summary?: ReactNode
  /** Above the title: the way back to the list. */
  crumb?: ReactNode
  /** Beside the title: state, version. */
  marks?: ReactNode
  /** Buttons at the right; one of them primary at most. */
  actions?: ReactNode
}

/** The head of a page; sets the title of the document. Its heading receives the focus after navigation. */
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
