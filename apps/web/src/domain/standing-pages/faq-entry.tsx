import { ChevronDown } from '@lucide/icons'
import type { ReactNode } from 'react'
import type { SafeHtml } from '#lib/html/safe-html.ts'
import { Icon } from '#ui/icon.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import shared from '#ui/shared.module.css'
import styles from './faq-entry.module.css'

export interface FaqEntryProps {
  /** Names the answer in an address. A browser that follows it opens the entry, with or without our code. */
  id: string
  title: ReactNode
  /** Beside the title, small. */
  note?: string
  answer: SafeHtml
  isOpen?: boolean
}

/** A question with its answer folded away, or a vacancy with its particulars. */
export function FaqEntry({ id, title, note, answer, isOpen = false }: FaqEntryProps) {
  return (
    <details className={styles.root} open={isOpen}>
      <summary className={styles.summary}>
        <h3 className={styles.title}>{title}</h3>
        {note && <span className={shared.note}>{note}</span>}
        <Icon of={ChevronDown} className={styles.arrow} />
      </summary>
      <div className={styles.answer} id={id}>
        <RichText html={answer} className={styles.prose} arePicturesDeferred />
      </div>
    </details>
  )
}
