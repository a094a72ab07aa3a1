import { ChevronDown } from '@lucide/icons'
import type { ReactNode } from 'react'
import type { SafeHtml } from '#lib/html/safe-html.ts'
import { Icon } from '#ui/icon.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import styles from './faq-entry.module.css'

export interface FaqEntryProps {
  /** Fragment of the answer; browsers open the entry for it. */
  id: string
  title: ReactNode
  answer: SafeHtml
  isOpen?: boolean
}

/** A collapsed question with its answer, or a vacancy. */
export function FaqEntry({ id, title, answer, isOpen = false }: FaqEntryProps) {
  return (
    <details className={styles.root} open={isOpen}>
      <summary className={styles.summary}>
        <h3 className={styles.title}>{title}</h3>
        <Icon of={ChevronDown} className={styles.arrow} />
      </summary>
      <div className={styles.answer} id={id}>
        <RichText html={answer} className={styles.prose} arePicturesDeferred />
      </div>
    </details>
  )
}
