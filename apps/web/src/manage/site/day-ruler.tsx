import { parseMinutes } from '@portal/contract/site/opening-hours.ts'
import type { OpenSpan } from '@portal/contract/site/site-settings.ts'
import styles from './hours-fields.module.css'

/** The 24 hours of a day with the open ones marked. It is decoration: the times are beside it as text. */
export function DayRuler({ spans }: { spans: readonly OpenSpan[] }) {
  return (
    <svg className={styles.ruler} viewBox="0 0 240 12" preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: 25 }, (_none, hour) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks of a ruler
        <line key={hour} x1={hour * 10} x2={hour * 10} y1={hour % 6 === 0 ? 0 : 6} y2={12} />
      ))}
      <line x1={0} x2={240} y1={11.5} y2={11.5} />
      {spans.map(([from, until]) => {
        const [begin, end] = [parseMinutes(from) / 6, parseMinutes(until) / 6]
        return end > begin && <rect key={from} x={begin} width={end - begin} y={8} height={4} />
      })}
    </svg>
  )
}
