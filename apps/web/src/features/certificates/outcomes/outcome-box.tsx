import type { ReactNode, Ref } from 'react'
import styles from './outcome-box.module.css'

export interface OutcomeBoxProps {
  title: string
  /** Receives the focus with the answer. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** The result of a lookup that found no certificate. */
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
  return <div className={styles.acts}>{children}</div>
}
