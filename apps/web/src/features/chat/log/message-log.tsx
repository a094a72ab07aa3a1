import { SECOND_MS } from '@portal/contract/constants.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { QueuedPicture } from '#lib/api/picture-queue.ts'
import { formatDayAndClock } from '#lib/format.ts'
import { useMinutes } from '#lib/use-clock.ts'
import { useOutboxTo } from '#live/outbox.ts'
import type { Conversation } from '../chat-store.ts'
import type { RoomView } from '../rooms/room-list.ts'
import { useChat } from '../use-chat.ts'
import { JumpButton, LogFault, LogStart } from './log-controls.tsx'
import { type LogRow, toLogRows } from './log-rows.ts'
import type { LogSearchState } from './log-search.tsx'
import { MessageLine, WithdrawnLine } from './message-line.tsx'
import styles from './message-log.module.css'
import { OutgoingLine, UploadLine } from './pending-lines.tsx'
import { useLogScroll } from './use-log-scroll.ts'

export interface MessageLogProps {
  room: RoomView
  conversation: Conversation
  search: LogSearchState
  /** Puts the text of a withdrawn message back into the field. */
  onEditAgain: (text: string) => void
}

/** The log of a conversation with pending messages and uploads. */
export function MessageLog({ room, conversation, search, onEditAgain }: MessageLogProps) {
  const { actions } = useChat()
  const { peerId, name } = room
  const { log, status, older, newFromId } = conversation
  const isReady = status === 'ready' || (status === 'failed' && log.entries.length > 0)
  const rows = useRows(peerId, conversation, isReady)
  const loadOlder = () => {
    if (isReady && log.hasOlder && older === 'idle') void actions.loadOlder(peerId)
  }
  const scroll = useLogScroll(rows, loadOlder)
  const isPlaced = useStart(isReady, newFromId, scroll.show)
  useReading(peerId, isPlaced && scroll.isAtEnd)
  useOwnLast(rows, scroll.toEnd)
  const { currentId } = search
  const currentKey = log.entries.find(({ id }) => id === currentId)?.key
  useEffect(() => {
    if (currentKey !== undefined) scroll.show(currentKey, 0.4)
  }, [currentKey, scroll.show])

  return (
    <div className={styles.root}>
      <div
        className={styles.box}
        ref={scroll.boxRef}
        onScroll={scroll.handleScroll}
        role="log"
        aria-label={`与${name}的聊天记录`}
        aria-live={useAnnouncing(isReady && older !== 'busy') ? 'polite' : 'off'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
      >
        <LogStart
          conversation={conversation}
          onLoad={() => void actions.loadOlder(peerId)}
          onRetry={() => void actions.loadNewest(peerId)}
        />
        <div className={styles.list} ref={scroll.listRef}>
          {rows.map((row) => (
            <div
              className={styles.line}
              data-row={row.key}
              data-kind={row.kind}
              data-joined={(row.kind === 'message' && !row.isLast) || undefined}
              key={row.key}
            >
              <Line row={row} room={room} search={search} onEditAgain={onEditAgain} />
            </div>
          ))}
        </div>
        {status === 'failed' && log.entries.length > 0 && <LogFault onRetry={() => void actions.loadNewest(peerId)} />}
      </div>
      {!scroll.isAtEnd && <JumpButton unread={room.unread} onJump={scroll.toEnd} />}
    </div>
  )
}

const NO_UPLOADS: readonly QueuedPicture[] = []

/** Hides messages of the socket until the history is loaded. */
function useRows(peerId: string, { log, newFromId }: Conversation, isReady: boolean): LogRow[] {
  const { uploads } = useChat()
  const outbox = useOutboxTo(peerId)
  const pictures = useStore(uploads.store, (byPeer) => byPeer[peerId] ?? NO_UPLOADS)
  return useMemo(
    () =>
      toLogRows({
        entries: isReady ? log.entries : [],
        newFromId,
        outgoing: outbox.filter(({ ref, state }) => state === 'failed' || !log.arrived.has(ref)),
        uploads: pictures,
      }),
    [log, newFromId, outbox, pictures, isReady],
  )
}

/**
 * Scrolls once to the first new message.
 * @returns whether it has scrolled, so that messages count as read
 */
function useStart(isReady: boolean, newFromId: string | null, show: (key: string, part: number) => void): boolean {
  const [isPlaced, setIsPlaced] = useState(false)
  useEffect(() => {
    if (!isReady || isPlaced) return
    setIsPlaced(true)
    if (newFromId !== null) show('new', 0.3)
  }, [isReady, isPlaced, newFromId, show])
  return isPlaced && isReady
}

/** Scrolls to a message that the user has just sent. */
function useOwnLast(rows: readonly LogRow[], toEnd: () => void): void {
  const last = rows.at(-1)
  const key = last && (last.kind === 'outgoing' || last.kind === 'upload') ? last.key : null
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current && key !== null) toEnd()
    isFirst.current = false
  }, [key, toEnd])
}

/** Keeps screen readers from announcing older messages for a moment after they were loaded. */
function useAnnouncing(canAnnounce: boolean): boolean {
  const [isLive, setIsLive] = useState(false)
  useEffect(() => {
    if (!canAnnounce) return setIsLive(false)
    const timer = setTimeout(() => setIsLive(true), SECOND_MS)
    return () => clearTimeout(timer)
  }, [canAnnounce])
  return isLive && canAnnounce
}

function Line({ row, room, search, onEditAgain }: Omit<MessageLogProps, 'conversation'> & { row: LogRow }) {
  switch (row.kind) {
    case 'day':
      return <Day atMs={row.atMs} />
    case 'new':
      return <p className={styles.new}>以下为新消息</p>
    case 'withdrawn':
      return <WithdrawnLine entry={row.entry} onEditAgain={onEditAgain} />
    case 'outgoing':
      return <OutgoingLine outgoing={row.outgoing} />
    case 'upload':
      return <UploadLine upload={row.upload} peerId={room.peerId} />
    case 'message':
      return (
        <MessageLine
          entry={row.entry}
          isLast={row.isLast}
          isReadMark={row.isReadMark}
          peerId={room.peerId}
          name={room.name}
          avatar={room.avatar}
          marked={search.isOpen ? search.query.trim() : ''}
          isCurrent={row.entry.id === search.currentId}
        />
      )
  }
}

function Day({ atMs }: { atMs: number }) {
  const nowMs = useMinutes()
  return <p className={styles.quiet}>{formatDayAndClock(atMs, nowMs)}</p>
}

/** Marks a conversation as read while its end is visible and the window has the focus. */
function useReading(peerId: string, isEndInView: boolean): void {
  const { actions } = useChat()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const update = () => {
      const isBeingRead = isEndInView && document.visibilityState === 'visible' && document.hasFocus()
      actions.setReading(isBeingRead ? peerId : null)
    }
    update()
    addEventListener('focus', update, { signal })
    addEventListener('blur', update, { signal })
    document.addEventListener('visibilitychange', update, { signal })
    return () => {
      controller.abort()
      actions.setReading(null)
    }
  }, [actions, peerId, isEndInView])
}
