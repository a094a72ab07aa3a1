import { ChevronDown, ChevronUp, X } from '@lucide/icons'
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { toPlainText } from '#lib/html/safe-html.ts'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import type { ChatLog } from './chat-log.ts'
import styles from './log-search.module.css'

/** Searches the conversation: Enter shows the next older hit, Shift+Enter the newer one, Escape closes the search. */
export function LogSearch({ search }: { search: LogSearchState }) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => ref.current?.focus(), [])
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape') search.toggle()
    else if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  const hasHits = search.hitIds.length > 0
  return (
    <section className={styles.root} aria-label="查找">
      <input
        className={styles.field}
        ref={ref}
        type="search"
        value={search.query}
        placeholder="查找聊天记录"
        aria-label="查找聊天记录"
        autoComplete="off"
        onChange={({ target }) => search.setQuery(target.value)}
        onKeyDown={handleKeyDown}
      />
      <span className={styles.count} role="status">
        {search.query.trim() !== '' && (hasHits ? `${search.place} / ${search.hitIds.length}` : '没有找到')}
      </span>
      <IconButton icon={ChevronUp} label="上一处，更早" disabled={!hasHits} onClick={() => search.step(1)} />
      <IconButton icon={ChevronDown} label="下一处，更新" disabled={!hasHits} onClick={() => search.step(-1)} />
      <IconButton icon={X} label="关闭查找" onClick={search.toggle} />
      {search.query.trim() !== '' && (
        <p className={styles.more}>
          {search.hasOlder ? (
            <>
              已查找载入的消息
              <Button
                variant="quiet"
                isBusy={search.isSearchingOlder}
                busyLabel="查找中"
                onClick={() => void search.searchOlder()}
              >
                查找更早的消息
              </Button>
            </>
          ) : (
            '已查找全部消息'
          )}
        </p>
      )}
    </section>
  )
}

export type LogSearchState = ReturnType<typeof useLogSearch>

/** Number of pages loaded by one press of the button. */
const PAGES_PER_PRESS = 5

/**
 * Searches a conversation.
 * @param loadOlder returns the log with one more page, or `null`
 */
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
    for (let page = 0; page < PAGES_PER_PRESS; page += 1) {
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
    /** Moves to another hit: 1 is the next older one, −1 the next newer one. */
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
