import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { useCallback, useState } from 'react'
import { formatLongDate, formatNumber } from '#lib/format.ts'
import { useSeconds } from '#lib/use-clock.ts'
import { watchSight } from '#lib/use-resting.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './site-clock.module.css'

/**
 * Time since the site was started, to the second. Hidden, but with its space reserved, until hydrated. It stands still
 * out of view.
 */
export function SiteClock({ startedAtMs }: { startedAtMs: number }) {
  const [isSeen, setIsSeen] = useState(true)
  const ref = useCallback((element: Element | null) => (element ? watchSight(element, setIsSeen) : undefined), [])
  const nowMs = useSeconds(isSeen)
  const { days, hours, minutes, seconds } = splitDuration((nowMs || startedAtMs) - startedAtMs)
  return (
    <span ref={ref}>
      <VisuallyHidden>本站自{formatLongDate(startedAtMs)}起运行</VisuallyHidden>
      <span className={styles.clock} data-waiting={nowMs === 0 || undefined} aria-hidden="true">
        本站已运行 <b>{days}</b> 天 <b>{hours}</b> 时 <b>{minutes}</b> 分 <b>{seconds}</b> 秒
      </span>
    </span>
  )
}

function splitDuration(elapsedMs: number) {
  const ms = Math.max(0, elapsedMs)
  const formatTwoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return {
    days: formatNumber(Math.floor(ms / DAY_MS)),
    hours: formatTwoDigits((ms % DAY_MS) / HOUR_MS),
    minutes: formatTwoDigits((ms % HOUR_MS) / MINUTE_MS),
    seconds: formatTwoDigits((ms % MINUTE_MS) / SECOND_MS),
  }
}
