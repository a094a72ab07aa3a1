import { type KeyboardEvent, useRef, useState } from 'react'
import { StaffBadge } from '#domain/people/staff-badge.tsx'
import { formatDateTime, formatRecent, toMachineDate } from '#lib/format.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Link } from '#ui/link.tsx'
import { UnreadBadge } from '#ui/unread-badge.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { useMinutes } from '../use-clock.ts'
import { type RoomView, summaryOf } from './room-list.ts'
import styles from './room-rows.module.css'
import { useLastMessages } from './use-last-messages.ts'

/** Steps of the keys, limited to the list. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }

export interface RoomRowsProps {
  rooms: readonly RoomView[]
  peerId: string | null
}

/** One Tab stop; arrow keys move between the rooms, Enter opens one. */
export function RoomRows({ rooms, peerId }: RoomRowsProps) {
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
            to={roomAddress(room.peerId)}
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
            <span className={styles.summary}>{summaryOf(room)}</span>
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

function roomAddress(peerId: string): string {
  return `/im?${new URLSearchParams({ userId: peerId })}`
}
