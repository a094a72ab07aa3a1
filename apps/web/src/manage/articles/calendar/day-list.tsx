import { EmptyState } from '#ui/lists/empty-state.tsx'
import styles from './calendar.module.css'
import { EntryItem } from './calendar-entry.tsx'
import { describeOpening, formatDayName, getEntryKey, listDayEntries, WEEKDAYS } from './calendar-words.ts'
import type { CalendarProps } from './month-grid.tsx'

/** The days of the month that have articles or are special, with all their articles. */
export function DayList({ month, today, days, entries, ...handlers }: CalendarProps) {
  const listed = days
    .map((day, at) => ({ day, weekday: WEEKDAYS[at % 7], own: listDayEntries(entries, day.day) }))
    .filter(({ day, own }) => day.day.startsWith(month) && (own.length > 0 || day.special !== null))
  if (listed.length === 0)
    return <EmptyState title="这个月没有定时或已发布的文章">写好文章后点“定时发布”，就排在这里</EmptyState>
  return (
    <div className={styles.list}>
      {listed.map(({ day, weekday, own }) => (
        <section key={day.day} id={day.day} aria-labelledby={`d${day.day}`}>
          <h3 id={`d${day.day}`} aria-current={day.day === today ? 'date' : undefined}>
            {formatDayName(day.day)} {weekday} <span className={styles.opening}>{describeOpening(day)}</span>
          </h3>
          {own.length > 0 && (
            <ul className={styles.entries}>
              {own.map((entry) => (
                <EntryItem key={getEntryKey(entry)} entry={entry} {...handlers} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
}
