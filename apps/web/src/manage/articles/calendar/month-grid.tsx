import type { CalendarDay, CalendarEntry } from '@portal/contract/articles/article-calendar.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { TextLink } from '#ui/text-link.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './calendar.module.css'
import { EntryItem } from './calendar-entry.tsx'
import { describeOpening, formatDayName, formatMonth, listDayEntries, WEEKDAYS } from './calendar-words.ts'

export interface CalendarProps {
  month: string
  today: string
  days: readonly CalendarDay[]
  entries: readonly CalendarEntry[]
  onChoose: (entry: CalendarEntry) => void
  onMoveByDays: (entry: CalendarEntry, days: -1 | 1) => void
}

interface MonthGridProps extends CalendarProps {
  /** Address of the list, which shows all articles of a day. */
  listTo: string
  onMonth: (by: -1 | 1) => void
}

/** Entries that a cell has space for. */
const ENTRIES_IN_CELL = 4
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The month as a grid: one cell is in the tab order, and the arrow keys choose it. */
export function MonthGrid({ month, today, days, entries, listTo, onMonth, ...handlers }: MonthGridProps) {
  const root = useRef<HTMLTableElement>(null)
  const hint = useId()
  const [chosen, setChosen] = useState('')
  const active = days.some(({ day }) => day === chosen) ? chosen : findFirstDay(month, today)
  // Day that gets the focus once it is shown.
  const wanted = useRef('')
  useEffect(() => {
    if (!wanted.current) return
    const cell = root.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`)
    if (cell) wanted.current = ''
    cell?.focus()
  })

  const choose = (at: number) => {
    const day = days[at]?.day
    if (!day) return onMonth(at < 0 ? -1 : 1)
    wanted.current = day
    setChosen(day)
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>, at: number) => {
    const isCell = event.target === event.currentTarget
    if (event.key === 'Escape' && !isCell) event.currentTarget.focus()
    if (!isCell || event.ctrlKey || event.metaKey) return
    const act = findAction(event, at)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const findAction = ({ key, altKey }: KeyboardEvent, at: number): (() => void) | undefined => {
    const step = STEPS[key]
    if (altKey) return key === 'ArrowLeft' || key === 'ArrowRight' ? () => moveOnly(at, key) : undefined
    if (step !== undefined) return () => choose(at + step)
    if (key === 'Home') return () => choose(at - (at % 7))
    if (key === 'End') return () => choose(at - (at % 7) + 6)
    if (key === 'PageUp') return () => onMonth(-1)
    if (key === 'PageDown') return () => onMonth(1)
    return undefined
  }
  /** Moves the scheduled article of a day that has only one. */
  const moveOnly = (at: number, key: string) => {
    const scheduled = listDayEntries(entries, days[at]?.day ?? '').filter(({ state }) => state === 'scheduled')
    const [only] = scheduled
    if (only && scheduled.length === 1) handlers.onMoveByDays(only, key === 'ArrowLeft' ? -1 : 1)
  }
  const weeks = Array.from({ length: days.length / 7 }, (_none, week) => week * 7)
  return (
    <>
      <table
        ref={root}
        className={styles.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table keeps its rows and columns as a grid
        role="grid"
        aria-label={formatMonth(month)}
        aria-describedby={hint}
      >
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((begin) => (
            <tr key={begin}>
              {days.slice(begin, begin + 7).map((day, nth) => (
                <td
                  key={day.day}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid
                  role="gridcell"
                  data-day={day.day}
                  data-other={day.day.startsWith(month) ? undefined : ''}
                  data-closed={day.isClosed || undefined}
                  aria-current={day.day === today ? 'date' : undefined}
                  tabIndex={day.day === active ? 0 : -1}
                  onFocus={() => setChosen(day.day)}
                  onKeyDown={(event) => handleKey(event, begin + nth)}
                >
                  <DayCell
                    day={day}
                    entries={listDayEntries(entries, day.day)}
                    isActive={day.day === active}
                    listTo={listTo}
                    {...handlers}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.hint} id={hint}>
        方向键选日期，Tab 进入当天的文章，Esc 回到日期；Alt ← 和 Alt → 把定时的文章提前或推后一天。
      </p>
    </>
  )
}

const findFirstDay = (month: string, today: string) => (today.startsWith(month) ? today : `${month}-01`)

interface DayCellProps extends Pick<CalendarProps, 'entries' | 'onChoose' | 'onMoveByDays'> {
  day: CalendarDay
  isActive: boolean
  listTo: string
}

function DayCell({ day, entries, isActive, listTo, ...handlers }: DayCellProps) {
  const shown = entries.slice(0, ENTRIES_IN_CELL)
  const left = entries.length - shown.length
  return (
    <>
      <div className={styles.head}>
        <span className={styles.number}>
          <VisuallyHidden>{formatDayName(day.day)}</VisuallyHidden>
          <span aria-hidden="true">{Number(day.day.slice(8))}</span>
        </span>
        <span className={styles.opening}>{describeOpening(day)}</span>
      </div>
      {entries.length > 0 && (
        <ul className={styles.entries}>
          {shown.map((entry) => (
            <EntryItem key={`${entry.state}${entry.id}`} entry={entry} isReachable={isActive} {...handlers} />
          ))}
        </ul>
      )}
      {left > 0 && (
        <TextLink to={`${listTo}#${day.day}`} tabIndex={isActive ? 0 : -1}>
          另有 {left} 篇
        </TextLink>
      )}
    </>
  )
}
