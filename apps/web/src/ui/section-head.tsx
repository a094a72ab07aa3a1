import { ArrowRight } from '@lucide/icons'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import styles from './section-head.module.css'

export interface SectionHeadProps {
  title: string
  /** So that the section can be labelled by its heading. */
  titleId?: string
  lead?: ReactNode
  more?: { text: string; to: string }
}

/** Heading of a section, with a sentence and the way to all of it. */
export function SectionHead({ title, titleId, lead, more }: SectionHeadProps) {
  return (
    <div className={styles.root}>
      <h2 className={styles.title} id={titleId}>
        {title}
      </h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {more && <MoreLink className={styles.more} {...more} />}
    </div>
  )
}

/** “全部新闻 →” */
function MoreLink({ text, to, className }: { text: string; to: string; className?: string | undefined }) {
  return (
    <Link className={className ? `${styles.link} ${className}` : styles.link} to={to}>
      {text}
      <Icon of={ArrowRight} sizePx={18} className={styles.arrow} />
    </Link>
  )
}
