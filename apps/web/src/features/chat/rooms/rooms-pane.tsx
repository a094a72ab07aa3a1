import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { ChatSettings } from '../chat-settings.tsx'
import { useChat, useChatState } from '../use-chat.ts'
import { findRooms } from './room-list.ts'
import { RoomRows } from './room-rows.tsx'
import styles from './rooms-pane.module.css'

/** The conversations with a search field: arrow down moves to the hits, Enter opens the first hit. */
export function RoomsPane({ peerId }: { peerId: string | null }) {
  const [query, setQuery] = useState('')
  const ref = useRef<HTMLElement>(null)
  const handleKeyDown = (event: KeyboardEvent) => {
    const first = ref.current?.querySelector<HTMLElement>('ul a')
    if (event.key === 'Escape' && query !== '') setQuery('')
    else if (event.key === 'ArrowDown' && first) first.focus()
    else if (event.key === 'Enter' && query !== '' && first) first.click()
    else return
    event.preventDefault()
  }
  return (
    <section className={styles.root} ref={ref} aria-label="会话">
      <header className={styles.head}>
        <p className={styles.title} aria-hidden="true">
          私信
        </p>
        <ChatSettings />
        <input
          className={styles.search}
          type="search"
          value={query}
          placeholder="查找会话"
          aria-label="查找会话"
          autoComplete="off"
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={handleKeyDown}
        />
      </header>
      <RoomList query={useDeferredValue(query)} peerId={peerId} />
    </section>
  )
}

function RoomList({ query, peerId }: { query: string; peerId: string | null }) {
  const { actions } = useChat()
  const rooms = useChatState((state) => state.rooms)
  const status = useChatState((state) => state.roomsStatus)
  if (!rooms) {
    return status === 'failed' ? <Failed onRetry={() => void actions.loadRooms()} /> : <Skeleton />
  }
  const found = findRooms(rooms, query)
  return (
    <>
      {status === 'failed' && <Failed hasRooms onRetry={() => void actions.loadRooms()} />}
      {found.length > 0 ? (
        <RoomRows rooms={found} peerId={peerId} />
      ) : (
        <p className={styles.empty}>{rooms.length === 0 ? '还没有会话' : '没有找到这个会话'}</p>
      )}
      <VisuallyHidden role="status">{query.trim() !== '' && `找到 ${found.length} 个会话`}</VisuallyHidden>
    </>
  )
}

function Failed({ hasRooms = false, onRetry }: { hasRooms?: boolean; onRetry: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <span>{hasRooms ? '会话没有更新' : '会话没有加载成功'}</span>
      <Button variant="quiet" onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e']

function Skeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>正在加载会话</VisuallyHidden>
      {SKELETON_ROWS.map((row) => (
        <span className={styles.ghost} key={row} />
      ))}
    </div>
  )
}
