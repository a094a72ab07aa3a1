import { SECOND_MS } from '@portal/contract/constants.ts'
import type { ContentLock } from '@portal/contract/manage/content.ts'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useGate } from '#manage/staff/gates.ts'

/** Short, so that whoever loses the lock learns it at once, and whoever takes it knows what is unsaved. */
const RENEW_MS = 5 * SECOND_MS

/** Typing as the lock reports it. */
export interface Typing {
  /** Characters that are in no version. */
  unsaved: number
  /** Of the last keystroke, epoch ms; `null`: none yet. */
  typedAtMs: number | null
}

/**
 * Holds an article while its editor is open. A lost connection is no reason to stop writing: the version decides.
 * @param current what to report
 * @param onLost another member of staff has taken over
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
    const renew = async () => {
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
    renewRef.current = renew
    void renew()
    const timer = setInterval(() => void renew(), RENEW_MS)
    // Browsers slow down the timers of hidden tabs.
    const controller = new AbortController()
    const handleVisibility = () => document.visibilityState === 'visible' && void renew()
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
    /** Somebody else edits. */
    isOther: lock !== null && !lock.isMine,
    /** Somebody took over while this page held it. */
    isLost,
    /** Asks who holds it now, and how much is unsaved. */
    refresh: () => renewRef.current(),
    /** @returns whether it is held now; the API client shows why not */
    takeOver: async (): Promise<boolean> => {
      const taken = await api.call('POST /v1/manage/articles/{id}/takeOver', { params: { id } }).catch(() => null)
      if (!taken) return false
      latest.current.wasMine = true
      setIsLost(false)
      setLock(taken)
      return true
    },
  }
}
