import type { CalendarEntry } from '@portal/contract/articles/article-calendar.ts'
import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'

/** The last move, which can be undone. */
interface Move {
  entry: CalendarEntry
  /** Time before and after, `2026-12-01 09:00`. */
  from: string
  to: string
}

/** Moves scheduled articles to other times. @param days days that the calendar shows */
export function useMoves(days: readonly { day: string }[]) {
  const api = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [last, setLast] = useState<Move | null>(null)
  // A second key press before the calendar shows the first move would move the article from its old day.
  const isMoving = useRef(false)

  /** @returns whether it was moved; the client has shown why not */
  async function move(entry: CalendarEntry, to: string): Promise<boolean> {
    if (isMoving.current) return false
    isMoving.current = true
    const { id, version, time } = entry
    const params = { id }
    try {
      await api.call('PUT /v1/manage/articles/{id}/schedule', { params, body: { version, publishAt: to } })
      setLast({ entry, from: time, to })
    } catch {
      return false
    } finally {
      const isShown = days.some(({ day }) => to.startsWith(day))
      await (isShown ? revalidate() : navigate(`?month=${to.slice(0, 7)}`, { preventScrollReset: true }))
      isMoving.current = false
    }
    return true
  }

  const undo = async () => {
    if (last && (await move({ ...last.entry, time: last.to }, last.from))) setLast(null)
  }
  return { move, last, undo }
}
