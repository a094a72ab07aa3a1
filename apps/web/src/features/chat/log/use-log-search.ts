import { useDeferredValue, useMemo, useState } from 'react'
import { toPlainText } from '#lib/html/safe-html.ts'
import type { ChatLog } from './chat-log.ts'

/** A search through one conversation. */
export interface LogSearchState {
  isOpen: boolean
  toggle: () => void
  query: string
  setQuery: (query: string) => void
  /** Ids of the messages that hold it, newest first. */
  hitIds: readonly string[]
  /** The one that is looked at; `null` for none. */
  currentId: string | null
  /** Its place among the hits, from 1. */
  place: number
  /** Towards older ones, or back. */
  step: (by: 1 | -1) => void
  hasOlder: boolean
  isLooking: boolean
  /** Looks through older messages until there is another hit. */
  lookFurther: () => Promise<void>
}

/** Pages that one press looks through: each is a call. */
const PAGES_AT_ONCE = 5

/** @param loadOlder gives the log with a page more; `null` when there is none, or it could not be had */
export function useLogSearch(log: ChatLog, loadOlder: () => Promise<ChatLog | null>): LogSearchState {
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [wantedId, setWantedId] = useState<string | null>(null)
  const [isLooking, setIsLooking] = useState(false)
  const wanted = useDeferredValue(query).trim().toLowerCase()
  const hitIds = useMemo(() => (isOpen ? findHits(log, wanted) : []), [log, wanted, isOpen])
  const at = Math.max(0, hitIds.indexOf(wantedId ?? ''))

  const lookFurther = async () => {
    setIsLooking(true)
    for (let page = 0; page < PAGES_AT_ONCE; page += 1) {
      const older = await loadOlder()
      const hits = older ? findHits(older, wanted) : []
      if (hits.length > hitIds.length) setWantedId(hits[hitIds.length] ?? null)
      if (!older || hits.length > hitIds.length) break
    }
    setIsLooking(false)
  }
  return {
    isOpen,
    toggle: () => {
      setIsOpen(!isOpen)
      setQuery('')
      setWantedId(null)
    },
    query,
    setQuery: (next) => {
      setQuery(next)
      setWantedId(null)
    },
    hitIds,
    currentId: hitIds[at] ?? null,
    place: hitIds.length === 0 ? 0 : at + 1,
    step: (by) => setWantedId(hitIds[(at + by + hitIds.length) % Math.max(1, hitIds.length)] ?? null),
    hasOlder: log.hasOlder,
    isLooking,
    lookFurther,
  }
}

/** Messages that hold what is looked for, newest first; pictures have no words. */
function findHits({ entries }: Pick<ChatLog, 'entries'>, wanted: string): string[] {
  if (wanted === '') return []
  return entries
    .filter(({ html, isWithdrawn }) => !isWithdrawn && toPlainText(html).toLowerCase().includes(wanted))
    .map(({ id }) => id)
    .reverse()
}
