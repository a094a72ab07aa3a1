import { ChevronRight } from '@lucide/icons'
import styles from './crumb.module.css'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

export interface CrumbStep {
  text: string
  /** Path of the step; left out for the current page, which comes last. */
  to?: string
}

export interface CrumbWords {
  label: string
  home: string
}

const CHINESE: CrumbWords = { label: '当前位置', home: '首页' }

/** Breadcrumbs from the home page. */
export function Crumb({ steps, words = CHINESE }: { steps: readonly CrumbStep[]; words?: CrumbWords | undefined }) {
  return (
    <nav aria-label={words.label}>
      <ol className={styles.root}>
        {[{ text: words.home, to: '/' }, ...steps].map(({ text, to }, index) => (
          <li className={styles.step} key={text}>
            {index > 0 && <Icon of={ChevronRight} sizePx={14} />}
            {to ? <Link to={to}>{text}</Link> : <span aria-current="page">{text}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
