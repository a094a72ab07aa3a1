import { SECOND_MS } from '@portal/contract/constants.ts'
import { WITHDRAW_MS, WITHDRAWN_TEXT } from '@portal/contract/socket.ts'
import { memo } from 'react'
import { useBusy } from '#lib/api/use-busy.ts'
import { formatClock, formatDateTime, toMachineDate } from '#lib/format.ts'
import { useMinutes, useSeconds } from '#lib/use-clock.ts'
import { Avatar } from '#ui/avatar.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { ChatEntry } from '../chat-message.ts'
import { useChat } from '../use-chat.ts'
import styles from './line.module.css'
import type { MessageRow } from './log-rows.ts'
import { toTypedText } from './message-html.ts'
import { Bubble, OwnAvatar } from './pending-lines.tsx'

interface MessageLineProps extends Pick<MessageRow, 'entry' | 'isLast' | 'isReadMark'> {
  peerId: string
  name: string
  avatar: string | null
  marked: string
  isCurrent: boolean
}

/** Memoised, because most messages do not change when another one arrives. */
export const MessageLine = memo((props: MessageLineProps) => {
  const { peerId, name, avatar, entry, isLast, isReadMark, marked, isCurrent } = props
  const { id, isOwn, html, atMs } = entry
  return (
    <div className={styles.root} data-own={isOwn || undefined}>
      {!isLast && <span className={styles.gap} />}
      {isLast && (isOwn ? <OwnAvatar /> : <Avatar name={name} src={avatar} />)}
      <div className={styles.body}>
        <VisuallyHidden>{isOwn ? '我' : name}：</VisuallyHidden>
        <Bubble html={html} isOwn={isOwn} marked={marked} isCurrent={isCurrent} />
        {isReadMark && <span className={styles.read}>已读</span>}
      </div>
      <span className={styles.meta}>
        {isOwn && atMs !== null && <Withdrawal peerId={peerId} id={id} atMs={atMs} />}
        {isLast && atMs !== null && (
          <time dateTime={toMachineDate(atMs)} title={formatDateTime(atMs)}>
            {formatClock(atMs)}
          </time>
        )}
      </span>
    </div>
  )
})

/** The button for withdrawing a message. Most messages are too old for it, so they need no clock of seconds. */
function Withdrawal(props: Parameters<typeof WithdrawButton>[0]) {
  return useMinutes() - props.atMs < WITHDRAW_MS ? <WithdrawButton {...props} /> : null
}

function WithdrawButton({ peerId, id, atMs }: { peerId: string; id: string; atMs: number }) {
  const { actions } = useChat()
  const { isBusy, run } = useBusy()
  const leftS = Math.ceil((atMs + WITHDRAW_MS - useSeconds()) / SECOND_MS)
  if (leftS <= 0) return null
  return (
    <span className={styles.withdraw}>
      {/* Limited to the maximum, because the device's clock may be slow. */}
      <span className={styles.left} aria-hidden="true">
        {Math.min(leftS, WITHDRAW_MS / SECOND_MS)} 秒内可
      </span>
      <button
        type="button"
        className={styles.action}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && void run(() => actions.withdraw(peerId, id))}
      >
        撤回
      </button>
    </span>
  )
}

/** A withdrawn message. One of this user can be edited again while its text is known. */
export function WithdrawnLine({ entry, onEditAgain }: { entry: ChatEntry; onEditAgain: (text: string) => void }) {
  const { isOwn, html } = entry
  const text = toTypedText(html)
  const isKnown = isOwn && text !== '' && text !== WITHDRAWN_TEXT
  return (
    <p className={styles.system}>
      {isOwn ? '你撤回了一条消息' : '对方撤回了一条消息'}
      {isKnown && (
        <button type="button" className={styles.action} onClick={() => onEditAgain(text)}>
          重新编辑
        </button>
      )}
    </p>
  )
}
