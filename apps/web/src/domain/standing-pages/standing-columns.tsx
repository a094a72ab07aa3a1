import { ArrowRight } from '@lucide/icons'
import type { ReactNode } from 'react'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import styles from './standing-columns.module.css'

export interface StandingColumnsProps {
  /** Pages of the same subject; an own page has none. */
  group?: { title: string; links: readonly { text: string; to: string }[] }
  /** Path of this page. */
  current: string
  /** Paths of the pages that readers can open; the group lists no others. */
  shown: readonly string[]
  /** Headings of this page; listed when there are at least three. */
  contents?: readonly { id: string; title: string }[]
  children: ReactNode
}

/** The page that readers can open before it is written. */
const CONTACT = '/contact-us'

/** A text with its contents, the pages of its group and the certificate lookup beside it. */
export function StandingColumns({ group, current, shown, contents = [], children }: StandingColumnsProps) {
  return (
    <div className={styles.root}>
      <div className={styles.main}>{children}</div>
      <aside className={styles.aside}>
        {group && (
          <nav className={styles.box} aria-label={group.title}>
            <p className={styles.title}>{group.title}</p>
            <ul>
              {group.links
                .filter(({ to }) => to === CONTACT || shown.includes(to))
                .map(({ text, to }) => (
                  <li key={to}>
                    <Link className={styles.link} to={to} aria-current={to === current ? 'page' : undefined}>
                      {text}
                      {to !== current && <Icon of={ArrowRight} sizePx={18} className={styles.arrow} />}
                    </Link>
                  </li>
                ))}
            </ul>
          </nav>
        )}
        <LookupBox />
        {contents.length > 2 && (
          <nav className={styles.contents} aria-label="本页内容">
            <p className={styles.caption}>本页内容</p>
            <ul className={styles.ruler}>
              {contents.map(({ id, title }) => (
                <li key={id}>
                  <Link className={styles.mark} to={{ hash: id }}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </aside>
    </div>
  )
}
