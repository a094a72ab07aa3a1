import { ChevronRight } from '@lucide/icons'
import styles from './crumb.module.css'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

export interface CrumbStep {
  text: string
  /** Left out for the current page, which comes last. */
  to?: string
}

/** Breadcrumbs from the home page. */
export function Crumb({ steps }: { steps: readonly CrumbStep[] }) {
  return (
    <nav aria-label="当前位置">
      <ol className={styles.root}>
        {[{ text: '首页', to: '/' }, ...steps].map(({ text, to }, index) => (
          <li className={styles.step} key={text}>
            {index > 0 && <Icon of={ChevronRight} sizePx={14} />}
            {to ? <Link to={to}>{text}</Link> : <span aria-current="page">{text}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
