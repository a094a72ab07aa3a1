import { ArrowDown } from '@lucide/icons'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLive } from '#live/live.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingIndicator } from '#ui/loading-indicator.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { Conversation } from '../chat-store.ts'
import styles from './message-log.module.css'

interface LogStartProps {
  conversation: Conversation
  onLoad: () => void
  onRetry: () => void
}

/** Start of the log: a button for older messages, or a note that there are none. */
export function LogStart({ conversation: { log, status, older }, onLoad, onRetry }: LogStartProps) {
  if (status === 'new' || status === 'busy') return <Waiting />
  if (log.entries.length === 0 && status === 'failed') return <LogFault isWhole onRetry={onRetry} />
  if (!log.hasOlder) {
    return <p className={styles.quiet}>{log.entries.length === 0 ? '还没有消息，写下第一句话' : '没有更早的消息'}</p>
  }
  return (
    <div className={styles.start}>
      {older === 'failed' && (
        <span className={styles.fault} role="alert">
          更早的消息没有加载成功
        </span>
      )}
      <Button variant="quiet" isBusy={older === 'busy'} busyLabel="加载中" onClick={onLoad}>
        {older === 'failed' ? '重试' : '加载更早的消息'}
      </Button>
    </div>
  )
}

export function LogFault({ isWhole = false, onRetry }: { isWhole?: boolean; onRetry: () => void }) {
  return (
    <div className={styles.start} role="alert">
      <span className={styles.fault}>{isWhole ? '消息没有加载成功' : '新消息没有加载成功'}</span>
      <Button variant="quiet" onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

function Waiting() {
  return (
    <div className={styles.wait}>
      <LoadingIndicator />
    </div>
  )
}

/**
 * Button that scrolls back to the newest message.
 * @param unread number of messages further down
 */
export function JumpButton({ unread, onJump }: { unread: number; onJump: () => void }) {
  return (
    <button type="button" className={styles.jump} onClick={onJump}>
      <Icon of={ArrowDown} sizePx={18} />
      {unread > 0 ? `${unread} 条新消息` : <VisuallyHidden>跳到最新消息</VisuallyHidden>}
    </button>
  )
}

/** Duration up to which an interruption is not shown. */
const GRACE_MS = 2 * SECOND_MS

/** Note that messages wait for the connection. */
export function LinkLine() {
  const isOpen = useLive(({ state }) => state === 'open')
  const isOffline = useOffline()
  const isOverdue = useOverdue(!isOpen)
  return (
    <div role="status">
      {isOffline ? (
        <p className={styles.linkLine}>当前没有网络，消息会在恢复后发出</p>
      ) : (
        isOverdue && !isOpen && <p className={styles.linkLine}>连接中断，正在重新连接，消息会在恢复后发出</p>
      )}
    </div>
  )
}

function useOverdue(isWaiting: boolean): boolean {
  const [isOverdue, setIsOverdue] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setIsOverdue(true), GRACE_MS)
    return () => {
      clearTimeout(timer)
      setIsOverdue(false)
    }
  }, [isWaiting])
  return isOverdue
}

function useOffline(): boolean {
  return useSyncExternalStore(
    (handle) => {
      addEventListener('online', handle)
      addEventListener('offline', handle)
      return () => {
        removeEventListener('online', handle)
        removeEventListener('offline', handle)
      }
    },
    () => navigator.onLine === false,
    () => false,
  )
}
