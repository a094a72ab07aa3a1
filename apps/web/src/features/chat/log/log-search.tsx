import { ChevronDown, ChevronUp, X } from '@lucide/icons'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import styles from './log-search.module.css'
import type { LogSearchState } from './use-log-search.ts'

/** Searches the conversation: Enter goes to the next older hit, Shift+Enter back, Escape closes. */
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
