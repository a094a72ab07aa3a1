import { ChevronDown } from '@lucide/icons'
import { formatNumber } from '#lib/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import type { ArchiveYear } from './archive-years.ts'
import styles from './year-timeline.module.css'

/** Anchor of a year. */
export function yearId(year: string): string {
  return `y${year}`
}

/** One year on a ruler: a tick for each article, a longer one at each month. Folds without JavaScript. */
export function YearTimeline({ year: { year, count, months }, isOpen }: { year: ArchiveYear; isOpen: boolean }) {
  return (
    <details className={styles.root} id={yearId(year)} open={isOpen}>
      <summary className={styles.summary}>
        <h2 className={styles.year}>
          {year}
          <span className={styles.suffix}> 年</span>
        </h2>
        <span className={styles.count}>{formatNumber(count)} 篇</span>
        <Icon of={ChevronDown} sizePx={18} className={styles.chevron} />
      </summary>
      {months.map(({ month, rows }) => (
        <section className={styles.month} key={month} aria-label={`${year} 年 ${month} 月`}>
          <h3 className={styles.name}>{month} 月</h3>
          <ul className={styles.rows}>
            {rows.map(({ id, title, date, day }) => (
              <li className={styles.row} key={id}>
                <time className={styles.day} dateTime={date || undefined}>
                  {day}
                </time>
                <Link className={styles.link} to={`/article/${id}`}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  )
}
