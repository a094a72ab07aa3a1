import type { OpeningHours } from '@portal/contract/site/working-time.ts'
import { formatWeekday } from '#lib/format.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { listRulerDays } from './order-estimate.ts'
import styles from './orders.module.css'

interface DayRulerProps {
  hours: OpeningHours
  /** First day, `yyyy-MM-dd`. */
  from: string
  dueOn: string
  /** The present day, which ends the bar; by default the due day does. */
  today?: string
  /** Words on the first day and on the due day. */
  words: readonly [from: string, due: string]
}

/** Number of open days above which the days are narrow. */
const DENSE = 9

/** Working days from reception to the due day. A closed day is a third as wide, because nothing happens on it. */
export function DayRuler({ hours, from, dueOn, today, words }: DayRulerProps) {
  const days = listRulerDays(hours, from, dueOn)
  const isUsed = (day: string) => day < (today === undefined || today > dueOn ? dueOn : today)
  const getFlag = (day: string) => {
    if (day === dueOn) return words[1]
    if (day === from) return words[0]
    return day === today ? '今天' : undefined
  }
  const isDense = days.filter(({ isOpen }) => isOpen).length > DENSE
  return (
    <ol className={styles.daysRoot} aria-label="工作日" data-dense={isDense || undefined}>
      {days.map(({ day, isOpen }) => (
        <li
          className={styles.daysDay}
          key={day}
          data-closed={!isOpen || undefined}
          data-used={isUsed(day) || undefined}
          data-due={day === dueOn || undefined}
        >
          {getFlag(day) && (
            <em className={styles.daysFlag} data-now={day === today || undefined}>
              {getFlag(day)}
            </em>
          )}
          {isOpen ? (
            <>
              <b className={styles.daysNumber}>{Number(day.slice(8))}</b>
              <span className={styles.daysWeekday}>{formatWeekday(day)}</span>
            </>
          ) : (
            <VisuallyHidden>{Number(day.slice(8))} 日休息</VisuallyHidden>
          )}
        </li>
      ))}
    </ol>
  )
}
