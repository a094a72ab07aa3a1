import { AUDIT_COUNTED_MAX } from '@portal/contract/audit/audit-rules.ts'
import type { DataFor } from '@portal/contract/calls.ts'
import { formatNumber } from '#lib/format.ts'
import type { AddressFilters } from '#manage/controls/lists/use-address.ts'
import { useShare } from '#manage/controls/values/use-share.ts'
import { TextLink } from '#ui/text-link.tsx'
import styles from './day-histogram.module.css'

type Days = DataFor<'GET /v1/manage/audit/counts'>['days']

/** Formats a count that is exact up to a limit: `1000+`. */
export const formatCount = (count: number) =>
  count > AUDIT_COUNTED_MAX ? `${formatNumber(AUDIT_COUNTED_MAX)}+` : formatNumber(count)

/** Entries by day, as bars and as a table with a link for each day. */
export function DayHistogram({ days, filters }: { days: Days; filters: AddressFilters }) {
  const [first, last] = [days.at(0), days.at(-1)]
  const greatest = Math.max(0, ...days.map(({ entries }) => entries))
  const busiest = days.find(({ entries }) => entries === greatest)
  if (!first || !last || !busiest || greatest === 0) return null
  const used = days.filter(({ entries }) => entries > 0).reverse()
  return (
    <div className={styles.root}>
      <figure className={styles.chart}>
        <div
          className={styles.bars}
          role="img"
          aria-label={`${first.day} 至 ${last.day}，${busiest.day} 最多，${formatCount(greatest)} 条`}
        >
          {days.map(({ day, entries }) => (
            <Bar key={day} share={entries / greatest} />
          ))}
        </div>
        <figcaption className={styles.ends}>
          <span>{first.day}</span>
          <span>{last.day}</span>
        </figcaption>
      </figure>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, so it must be reachable by keyboard */}
      <section className={styles.table} tabIndex={0} aria-label="每日条数">
        <table>
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">条数</th>
            </tr>
          </thead>
          <tbody>
            {used.map(({ day, entries }) => (
              <tr key={day}>
                <th scope="row">
                  <TextLink to={buildDayAddress(filters, day)}>{day}</TextLink>
                </th>
                <td>{formatCount(entries)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** Builds the address of the same list for one day. */
function buildDayAddress(filters: AddressFilters, day: string): string {
  const query = new URLSearchParams(filters.linkWith('from', day).slice(1))
  query.set('to', day)
  return `?${query}`
}

function Bar({ share }: { share: number }) {
  const ref = useShare<HTMLElement>(share)
  return <i ref={ref} data-none={share === 0 || undefined} />
}
