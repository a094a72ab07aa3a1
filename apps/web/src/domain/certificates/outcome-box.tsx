import type { ReactNode, Ref } from 'react'
import styles from './outcome-box.module.css'

interface OutcomeBoxProps {
  title: string
  /** Ref of the heading, which is focused with the answer. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** The result of a lookup that found nothing. */
export function OutcomeBox({ title, headingRef, children }: OutcomeBoxProps) {
  return (
    <section className={styles.root}>
      <h2 className={styles.title} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </section>
  )
}

export function OutcomeActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
