import { ChevronDown } from '@lucide/icons'
import { useLoaderData } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { defineLoader } from '#lib/api/define-loader.ts'
import { formatNumber } from '#lib/format.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useOpenedByHash } from '#lib/use-opened-by-hash.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import styles from './archive-page.module.css'
import { type ArchiveYear, toYears } from './archive-years.ts'
import yearTimeline from './year-timeline.module.css'

const TITLE = '文章归档'

export const loader = defineLoader(async ({ api }) => {
  const { data, extra } = await api.callWhole('GET /v1/article/archive', { quiet: true })
  const years = toYears(data)
  return { years, total: extra.total ?? years.reduce((sum, { count }) => sum + count, 0) }
})

export const meta: MetaOf<typeof loader> = ({ total }) => ({
  title: TITLE,
  description: `本站全部 ${formatNumber(total)} 篇文章，按年月排列。`,
  crumb: [{ text: TITLE }],
})

export function Component() {
  const { years, total } = useLoaderData<typeof loader>()
  useOpenedByHash()
  return (
    <PageFrame
      title={TITLE}
      lead={total > 0 ? `共 ${formatNumber(total)} 篇，按时间排列。` : undefined}
      drawing="hex-prism"
      stone="emerald"
      className={styles.root}
    >
      <div className={shared.mayShrink}>
        {years.length > 1 && (
          <nav className={styles.years} aria-label="年份">
            {years.map(({ year, count }) => (
              <Link className={styles.jump} to={`#${toYearId(year)}`} key={year}>
                {year} <span className={shared.tiny}>{formatNumber(count)} 篇</span>
              </Link>
            ))}
          </nav>
        )}
        {years.map((year, index) => (
          <YearTimeline year={year} isOpen={index === 0} key={year.year} />
        ))}
        {years.length === 0 && <EmptyState link={{ to: '/', text: '返回首页' }} />}
      </div>
      <aside>
        <LookupBox />
      </aside>
    </PageFrame>
  )
}

/** Id of the anchor of a year. */
function toYearId(year: string): string {
  return `y${year}`
}

/** One year on a ruler: a tick for each article, a longer one at each month. Folds without JavaScript. */
function YearTimeline({ year: { year, count, months }, isOpen }: { year: ArchiveYear; isOpen: boolean }) {
  return (
    <details className={yearTimeline.root} id={toYearId(year)} open={isOpen}>
      <summary className={yearTimeline.summary}>
        <h2 className={yearTimeline.year}>
          {year}
          <span className={yearTimeline.suffix}> 年</span>
        </h2>
        <span className={shared.noteFigures}>{formatNumber(count)} 篇</span>
        <Icon of={ChevronDown} sizePx={18} className={yearTimeline.chevron} />
      </summary>
      {months.map(({ month, rows }) => (
        <section className={yearTimeline.month} key={month} aria-label={`${year} 年 ${month} 月`}>
          <h3 className={yearTimeline.name}>{month} 月</h3>
          <ul className={yearTimeline.rows}>
            {rows.map(({ id, title, to, date, day }) => (
              <li className={yearTimeline.row} key={id}>
                <time className={yearTimeline.day} dateTime={date || undefined}>
                  {day}
                </time>
                <Link className={yearTimeline.link} to={to}>
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
