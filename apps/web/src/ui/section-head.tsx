import { ArrowRight } from '@lucide/icons'
import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import styles from './section-head.module.css'

export interface SectionHeadProps {
  title: string
  /** For `aria-labelledby` of the section. */
  titleId?: string
  lead?: ReactNode
  more?: { text: string; to: string }
}

export function SectionHead({ title, titleId, lead, more }: SectionHeadProps) {
  return (
    <div className={styles.root}>
      <h2 className={styles.title} id={titleId}>
        {title}
      </h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {more && (
        <Link className={classNames(styles.link, styles.more)} to={more.to}>
          {more.text}
          <Icon of={ArrowRight} sizePx={18} className={styles.arrow} />
        </Link>
      )}
    </div>
  )
}
