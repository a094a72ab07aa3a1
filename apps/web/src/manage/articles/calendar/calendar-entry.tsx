import { CalendarClock } from '@lucide/icons'
import type { CalendarEntry } from '@portal/contract/articles/article-calendar.ts'
import type { KeyboardEvent } from 'react'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { STATES } from '../words.ts'
import styles from './calendar.module.css'
import { getEntryKey } from './calendar-words.ts'

interface CalendarEntryProps {
  entry: CalendarEntry
  /** Whether the tab key reaches it. */
  isReachable?: boolean
  /** Opens the dialog for another time. */
  onChoose: (entry: CalendarEntry) => void
  onMoveByDays: (entry: CalendarEntry, days: -1 | 1) => void
}

/** One article of a day: its time and state, its title, and the button for another time. */
export function EntryItem({ entry, isReachable = true, onChoose, onMoveByDays }: CalendarEntryProps) {
  const { id, title, state, isUpdate, time } = entry
  const tabIndex = isReachable ? 0 : -1
  const isScheduled = state === 'scheduled'
  const handleKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    // The browser would go back or forward.
    event.preventDefault()
    event.stopPropagation()
    if (isScheduled) onMoveByDays(entry, event.key === 'ArrowLeft' ? -1 : 1)
  }
  return (
    <li
      className={styles.entry}
      data-state={state}
      data-entry={getEntryKey(entry)}
      data-time={time}
      onKeyDown={handleKey}
    >
      <div className={styles.facts}>
        <StatusMark shape={STATES[state].shape}>
          {time.slice(11)} {STATES[state].word}
          {isUpdate && '更新'}
        </StatusMark>
        {isScheduled && (
          <IconButton
            className={styles.change}
            icon={CalendarClock}
            label={`改《${title}》的发布时间`}
            tabIndex={tabIndex}
            onClick={() => onChoose(entry)}
          />
        )}
      </div>
      <TextLink to={`/articles/${id}`} tabIndex={tabIndex}>
        {title}
      </TextLink>
    </li>
  )
}
