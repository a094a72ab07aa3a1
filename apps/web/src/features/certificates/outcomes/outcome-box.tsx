import type { ReactNode, Ref } from 'react'
import { TextLink } from '#ui/text-link.tsx'
import { useTexts } from '../texts/texts.tsx'
import styles from './outcome-box.module.css'

interface OutcomeBoxProps {
  title: string
  /** Ref of the heading, which is focused with the answer. */
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
  return <div className={styles.actions}>{children}</div>
}

/** `致电 010-…`, or a link to the contacts when no number is published. */
export function PhoneLink({ phone }: { phone: string }) {
  const [before, without] = useTexts('lookup').phone
  if (!phone) return <TextLink to="/contact-us">{without}</TextLink>
  return (
    <>
      {before}
      <TextLink to={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</TextLink>
    </>
  )
}
