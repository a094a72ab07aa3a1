import { SECOND_MS } from '@portal/contract/constants.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLive } from '#live/live.ts'
import styles from './message-log.module.css'

/** Shorter interruptions are not shown. */
const PATIENCE_MS = 2 * SECOND_MS

/** Tells that messages wait for the connection. */
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
    const timer = setTimeout(() => setIsOverdue(true), PATIENCE_MS)
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
