import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { StaffBadge } from '#domain/people/staff-badge.tsx'
import { formatDateTime, formatRecent, toMachineDate } from '#lib/format.ts'
import { useMinutes } from '#lib/use-clock.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Link } from '#ui/link.tsx'
import { UnreadBadge } from '#ui/unread-badge.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { useChat } from '../use-chat.ts'
import { getSummary, type RoomView } from './room-list.ts'
import styles from './room-rows.module.css'

/** Steps of the keys, limited to the list. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }

/** List of rooms with one Tab stop; arrow keys move between the rooms, Enter opens one. */
export function RoomRows({ rooms, peerId }: { rooms: readonly RoomView[]; peerId: string | null }) {
  const ref = useRef<HTMLUListElement>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  useLastMessages(ref, rooms)
  const stopId = [focusedId, peerId].find((id) => rooms.some((room) => room.peerId === id)) ?? rooms[0]?.peerId
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    const links = [...(ref.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(event.target as HTMLAnchorElement)
    if (at === -1) return
    event.preventDefault()
    links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus()
  }
  return (
    <ul className={styles.root} ref={ref} onKeyDown={handleKeyDown}>
      {rooms.map((room) => (
        <li key={room.peerId} data-peer={room.peerId}>
          <Link
            className={styles.room}
            to={toRoomAddress(room.peerId)}
            state={{ isFromRooms: true }}
            aria-current={room.peerId === peerId || undefined}
            tabIndex={room.peerId === stopId ? 0 : -1}
            onFocus={() => setFocusedId(room.peerId)}
          >
            <Avatar name={room.name} src={room.avatar} />
            <span className={styles.person}>
              <b className={styles.name}>{room.name}</b>
              {room.isStaff && <StaffBadge />}
            </span>
            <RoomTime room={room} />
            <span className={styles.summary}>{getSummary(room)}</span>
            <UnreadBadge count={room.unread} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function RoomTime({ room: { last } }: { room: RoomView }) {
  const nowMs = useMinutes()
  if (!last?.atMs) return <span />
  return (
    <time className={styles.time} dateTime={toMachineDate(last.atMs)} title={formatDateTime(last.atMs)}>
      <VisuallyHidden>最近一条 </VisuallyHidden>
      {formatRecent(last.atMs, nowMs)}
    </time>
  )
}

function toRoomAddress(peerId: string): string {
  return `/im?${new URLSearchParams({ userId: peerId })}`
}

/** Number of parallel requests; more would only queue up at upstream. */
const PARALLEL_MAX = 3
/** Number of rows that count as visible in browsers without an observer. */
const SHOWN = 10

/** Loads the newest messages of rooms without one, when they become visible. Failures leave the summary empty. */
function useLastMessages(listRef: RefObject<HTMLElement | null>, rooms: readonly RoomView[]): void {
  const { actions } = useChat()
  const requested = useRef(new Set<string>())
  const missing = rooms.filter(({ last }) => last === undefined).map(({ peerId }) => peerId)
  const missingKey = missing.join(' ')
  useEffect(() => {
    const waiting: string[] = []
    let running = 0
    let isOver = false
    const loadNext = () => {
      const peerId = waiting.shift()
      if (isOver || peerId === undefined || running >= PARALLEL_MAX) return
      running += 1
      const end = () => {
        running -= 1
        loadNext()
      }
      actions.loadLast(peerId).then(end, end)
    }
    const load = (peerId: string) => {
      if (requested.current.has(peerId)) return
      requested.current.add(peerId)
      waiting.push(peerId)
      if (running < PARALLEL_MAX) loadNext()
    }
    const stop = watchInView(listRef.current, missingKey.split(' ').filter(Boolean), load)
    return () => {
      isOver = true
      // Removes the marks, so that the next run of the effect requests them.
      for (const peerId of waiting) requested.current.delete(peerId)
      stop()
    }
  }, [actions, listRef, missingKey])
}

function watchInView(list: HTMLElement | null, peerIds: readonly string[], load: (peerId: string) => void): () => void {
  if (!list || typeof IntersectionObserver === 'undefined') {
    for (const peerId of peerIds.slice(0, SHOWN)) load(peerId)
    return () => undefined
  }
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { isIntersecting, target } of changes) {
        if (isIntersecting) load((target as HTMLElement).dataset.peer ?? '')
      }
    },
    { root: list },
  )
  for (const row of list.querySelectorAll<HTMLElement>('[data-peer]')) {
    if (peerIds.includes(row.dataset.peer ?? '')) observer.observe(row)
  }
  return () => observer.disconnect()
}
