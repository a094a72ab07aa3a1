import { ArrowRight } from '@lucide/icons'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import styles from './section-head.module.css'
import shared from './shared.module.css'

export interface SectionHeadProps {
  title: string
  /** Id for `aria-labelledby` of the section. */
  titleId?: string
  more: { text: string; to: string }
}

export function SectionHead({ title, titleId, more }: SectionHeadProps) {
  return (
    <div className={styles.root}>
      <h2 className={shared.text2xl} id={titleId}>
        {title}
      </h2>
      <Link className={styles.link} to={more.to}>
        {more.text}
        <Icon of={ArrowRight} sizePx={18} className={styles.arrow} />
      </Link>
    </div>
  )
}
