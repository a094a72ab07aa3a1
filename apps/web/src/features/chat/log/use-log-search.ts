import { useDeferredValue, useMemo, useState } from 'react'
import { toPlainText } from '#lib/html/safe-html.ts'
import type { ChatLog } from './chat-log.ts'

export type LogSearchState = ReturnType<typeof useLogSearch>

/** Pages loaded by one press of the button. */
const PAGES_AT_ONCE = 5

/** Searches a conversation. @param loadOlder returns the log with one more page, or `null` */
export function useLogSearch(log: ChatLog, loadOlder: () => Promise<ChatLog | null>) {
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [wantedId, setWantedId] = useState<string | null>(null)
  const [isSearchingOlder, setIsSearchingOlder] = useState(false)
  const wanted = useDeferredValue(query).trim().toLowerCase()
  const hitIds = useMemo(() => (isOpen ? findHits(log, wanted) : []), [log, wanted, isOpen])
  const at = Math.max(0, hitIds.indexOf(wantedId ?? ''))

  const searchOlder = async () => {
    setIsSearchingOlder(true)
    for (let page = 0; page < PAGES_AT_ONCE; page += 1) {
      const older = await loadOlder()
      const hits = older ? findHits(older, wanted) : []
      if (hits.length > hitIds.length) setWantedId(hits[hitIds.length] ?? null)
      if (!older || hits.length > hitIds.length) break
    }
    setIsSearchingOlder(false)
  }
  return {
    isOpen,
    toggle: () => {
      setIsOpen(!isOpen)
      setQuery('')
      setWantedId(null)
    },
    query,
    setQuery: (next: string) => {
      setQuery(next)
      setWantedId(null)
    },
    /** Ids of the matching messages, newest first. */
    hitIds,
    currentId: hitIds[at] ?? null,
    /** Position of the current hit, from 1. */
    place: hitIds.length === 0 ? 0 : at + 1,
    /** 1: to the next older hit, −1: back. */
    step: (by: 1 | -1) => setWantedId(hitIds[(at + by + hitIds.length) % Math.max(1, hitIds.length)] ?? null),
    hasOlder: log.hasOlder,
    isSearchingOlder,
    /** Searches older messages until there is another hit. */
    searchOlder,
  }
}

/** Ids of the messages that contain the text, newest first. */
function findHits({ entries }: Pick<ChatLog, 'entries'>, wanted: string): string[] {
  if (wanted === '') return []
  return entries
    .filter(({ html, isWithdrawn }) => !isWithdrawn && toPlainText(html).toLowerCase().includes(wanted))
    .map(({ id }) => id)
    .reverse()
}
