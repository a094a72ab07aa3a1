import type { ReactNode, Ref } from 'react'
import styles from './outcome-box.module.css'

export interface OutcomeBoxProps {
  title: string
  /** Takes the focus when the answer has come. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** What is said of a lookup that brought no certificate. */
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

/** What can be done next. */
export function OutcomeActions({ children }: { children: ReactNode }) {
  return <div className={styles.acts}>{children}</div>
}
