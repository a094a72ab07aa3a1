import { type ReactNode, useEffect } from 'react'
import { showTitle } from '#manage/controls/layout/page-title.ts'
import { Mark } from '#ui/figures/mark.tsx'
import styles from './entry-frame.module.css'

interface EntryFrameProps {
  title: string
  children: ReactNode
  /** Content under the box. */
  foot?: ReactNode
}

/** The frame of pages before the management pages: login, second factor, refusal. */
export function EntryFrame({ title, children, foot }: EntryFrameProps) {
  useEffect(() => {
    // The title is restored when the cover over the open page closes.
    const before = document.title
    showTitle(title)
    return () => {
      document.title = before
    }
  }, [title])
  return (
    <main className={styles.root}>
      <a className={styles.brand} href="/">
        <Mark className={styles.mark} />
        <span>管理</span>
      </a>
      <section className={styles.box}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </section>
      <p className={styles.foot}>{foot ?? <a href="/">返回网站</a>}</p>
    </main>
  )
}
