import type { ContentLock } from '@portal/contract/articles/content.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useGate } from '#manage/staff/gates.ts'

/** The interval is short, so that the loser of a lock learns of it soon, and the new holder knows how much text is unsaved. */
const RENEW_MS = 5 * SECOND_MS

/** State of typing that the lock reports. */
export interface Typing {
  /** Number of characters that are in no version. */
  unsaved: number
  /** Time of the last keystroke, epoch ms; `null`: none yet. */
  typedAtMs: number | null
}

/**
 * Holds the lock of an article while its editor is open. Writing continues when the connection is lost, because the save compares
 * versions.
 * @param current returns the state to report
 * @param onLost called when another member of staff has taken over
 */
export function useLock(id: number, first: ContentLock | null, current: () => Typing, onLost: () => void) {
  const api = useApi()
  const [lock, setLock] = useState<ContentLock | null>(first)
  const [isLost, setIsLost] = useState(false)
  const renewRef = useRef<() => Promise<void>>(async () => {})
  const latest = useRef({ current, onLost, wasMine: false })
  useEffect(() => {
    latest.current = { ...latest.current, current, onLost }
  })

  useEffect(() => {
    let isEnded = false
    const params = { id }
    const renewLock = async () => {
      if (useGate.getState().isShut) return
      const { unsaved, typedAtMs } = latest.current.current()
      const idleSeconds = typedAtMs === null ? null : Math.round((Date.now() - typedAtMs) / SECOND_MS)
      const found = await api
        .call('POST /v1/manage/articles/{id}/lock', { params, body: { unsaved, idleSeconds }, quiet: true })
        .catch(() => null)
      if (isEnded || !found) return
      if (latest.current.wasMine && !found.isMine) {
        setIsLost(true)
        latest.current.onLost()
      }
      latest.current.wasMine = found.isMine
      setLock(found)
    }
    renewRef.current = renewLock
    void renewLock()
    const timer = setInterval(() => void renewLock(), RENEW_MS)
    // Browsers slow down the timers of hidden tabs, so the lock is also renewed when the tab is shown.
    const controller = new AbortController()
    const handleVisibility = () => document.visibilityState === 'visible' && void renewLock()
    document.addEventListener('visibilitychange', handleVisibility, controller)
    return () => {
      isEnded = true
      clearInterval(timer)
      controller.abort()
      if (latest.current.wasMine) {
        void api.call('DELETE /v1/manage/articles/{id}/lock', { params, quiet: true }).catch(() => {})
      }
    }
  }, [api, id])

  return {
    lock,
    /** A colleague holds the lock. */
    isOther: lock !== null && !lock.isMine,
    /** A colleague took the lock from this page. */
    isLost,
    /** Requests the current holder and the amount of unsaved text. */
    refresh: () => renewRef.current(),
    /** @returns whether this page holds the lock now; the API client shows the reason of a refusal */
    takeOver: async (): Promise<boolean> => {
      const newLock = await api.call('POST /v1/manage/articles/{id}/takeOver', { params: { id } }).catch(() => null)
      if (!newLock) return false
      latest.current.wasMine = true
      setIsLost(false)
      setLock(newLock)
      return true
    },
  }
}
