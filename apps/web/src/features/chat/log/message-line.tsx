import { SECOND_MS } from '@portal/contract/constants.ts'
import { WITHDRAW_MS, WITHDRAWN_TEXT } from '@portal/contract/socket.ts'
import { memo } from 'react'
import { useBusy } from '#lib/api/use-busy.ts'
import { formatClock, formatDateTime, toMachineDate } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { ChatEntry } from '../chat-message.ts'
import type { RoomView } from '../rooms/room-list.ts'
import { useChat } from '../use-chat.ts'
import { useMinutes, useSeconds } from '../use-clock.ts'
import styles from './line.module.css'
import type { MessageRow } from './log-rows.ts'
import { toTypedText } from './message-html.ts'
import { Bubble } from './pending-lines.tsx'

export interface MessageLineProps {
  row: MessageRow
  room: RoomView
  marked: string
  isCurrent: boolean
}

/** Most messages do not change when another arrives. */
export const MessageLine = memo(Line, isSame)

function isSame(before: MessageLineProps, now: MessageLineProps): boolean {
  return (
    before.row.entry === now.row.entry &&
    before.row.isLast === now.row.isLast &&
    before.row.isReadMark === now.row.isReadMark &&
    before.room.name === now.room.name &&
    before.room.avatar === now.room.avatar &&
    before.marked === now.marked &&
    before.isCurrent === now.isCurrent
  )
}

function Line({ row, room, marked, isCurrent }: MessageLineProps) {
  const { entry, isLast, isReadMark } = row
  const { id, isOwn, html, atMs } = entry
  return (
    <div className={styles.root} data-own={isOwn || undefined}>
      {isLast ? <Face isOwn={isOwn} room={room} /> : <span className={styles.gap} />}
      <div className={styles.body}>
        <VisuallyHidden>{isOwn ? '我' : room.name}：</VisuallyHidden>
        <Bubble html={html} isOwn={isOwn} marked={marked} isCurrent={isCurrent} />
        {isReadMark && <span className={styles.read}>已读</span>}
      </div>
      <span className={styles.meta}>
        {isOwn && atMs !== null && <Withdrawal peerId={room.peerId} id={id} atMs={atMs} />}
        {isLast && atMs !== null && (
          <time dateTime={toMachineDate(atMs)} title={formatDateTime(atMs)}>
            {formatClock(atMs)}
          </time>
        )}
      </span>
    </div>
  )
}

function Face({ isOwn, room }: { isOwn: boolean; room: RoomView }) {
  const user = useSession((state) => state.user)
  if (isOwn) return <Avatar name={user?.nickname ?? '我'} src={user?.avatar} />
  return <Avatar name={room.name} src={room.avatar} />
}

interface WithdrawalProps {
  peerId: string
  id: string
  atMs: number
}

/** Most messages are too old for a withdrawal, so they need no clock of seconds. */
function Withdrawal(props: WithdrawalProps) {
  return useMinutes() - props.atMs < WITHDRAW_MS ? <WithdrawButton {...props} /> : null
}

function WithdrawButton({ peerId, id, atMs }: WithdrawalProps) {
  const { actions } = useChat()
  const { isBusy, run } = useBusy()
  const leftS = Math.ceil((atMs + WITHDRAW_MS - useSeconds()) / SECOND_MS)
  if (leftS <= 0) return null
  return (
    <span className={styles.withdraw}>
      {/* Limited, because the device's clock may be slow. */}
      <span className={styles.left} aria-hidden="true">
        {Math.min(leftS, WITHDRAW_MS / SECOND_MS)} 秒内可
      </span>
      <button
        type="button"
        className={styles.act}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && void run(() => actions.withdraw(peerId, id))}
      >
        撤回
      </button>
    </span>
  )
}

interface WithdrawnLineProps {
  entry: ChatEntry
  onEditAgain: (text: string) => void
}

/** A withdrawn message. An own one can be edited again while its text is known. */
export function WithdrawnLine({ entry: { isOwn, html }, onEditAgain }: WithdrawnLineProps) {
  const text = toTypedText(html)
  const isKnown = isOwn && text !== '' && text !== WITHDRAWN_TEXT
  return (
    <p className={styles.system}>
      {isOwn ? '你撤回了一条消息' : '对方撤回了一条消息'}
      {isKnown && (
        <button type="button" className={styles.act} onClick={() => onEditAgain(text)}>
          重新编辑
        </button>
      )}
    </p>
  )
}
