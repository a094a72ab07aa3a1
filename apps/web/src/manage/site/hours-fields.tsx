import { formatOpeningHours, parseMinutes, WEEKDAYS } from '@portal/contract/site/opening-hours.ts'
import type { OpenSpan } from '@portal/contract/site/site-settings.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './hours-fields.module.css'
import { useSiteForm } from './site-form.ts'
import { CLOSED_WEEK } from './site-members.ts'
import { SpanFields } from './span-fields.tsx'

/** The opening hours of the seven weekdays. */
export function HoursFields() {
  const { edit, openingHours, onFocus } = useSiteForm()
  const week = edit.values.weekHours
  const { error, was } = edit.getFieldProps('weekHours')
  const put = (weekHours: OpenSpan[][]) => edit.change({ weekHours })
  if (!week) {
    return (
      <div className={styles.root} data-wide>
        <p>现在显示的是文字：{openingHours ?? '未填，不显示'}</p>
        <Button
          variant="outline"
          name="weekHours"
          onClick={() => put(CLOSED_WEEK.map((_day, at) => (at < 5 ? [['9:00', '17:00']] : [])))}
        >
          按星期填写
        </Button>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only marks the place in the preview
    <div
      className={styles.root}
      data-wide
      data-changed={was !== undefined || undefined}
      onFocus={() => onFocus('weekHours')}
    >
      <ul className={styles.week}>
        {week.map((spans, at) => (
          <li className={styles.day} key={WEEKDAYS[at]}>
            <span>{WEEKDAYS[at]}</span>
            <DayRuler spans={spans} />
            <SpanFields
              label={WEEKDAYS[at] ?? ''}
              spans={spans}
              onChange={(changed) => put(week.map((day, nth) => (nth === at ? changed : day)))}
            />
          </li>
        ))}
      </ul>
      <p className={styles.words}>
        显示为：{formatOpeningHours(week) || '每天休息，不显示'}
        {week.length > 0 && (
          <Button variant="quiet" onClick={() => put(week.map((day, at) => (at < 5 ? [...(week[0] ?? day)] : day)))}>
            周二至周五同周一
          </Button>
        )}
      </p>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** The 24 hours of a day with the open ones marked. It is decoration: the times are beside it as text. */
function DayRuler({ spans }: { spans: readonly OpenSpan[] }) {
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
