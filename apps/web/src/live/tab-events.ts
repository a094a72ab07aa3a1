import { SECOND_MS } from '@portal/contract/constants.ts'

const TICK_MS = 15 * SECOND_MS
/** Browsers throttle timers of hidden tabs to one a minute; a longer gap means that the tab was suspended. */
const SUSPENDED_MS = 90 * SECOND_MS

export interface TabEvents {
  onLeave: () => void
  /** The page was restored from the back-forward cache. */
  onReturn: () => void
  onVisible: () => void
  onNetworkChange: () => void
  /** The machine was asleep, or the tab frozen. */
  onWake: () => void
}

/** @returns stops watching */
export function watchTab({ onLeave, onReturn, onVisible, onNetworkChange, onWake }: TabEvents): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let isAway = false
  let lastTickMs = Date.now()
  const tick = () => {
    const wasSuspended = Date.now() - lastTickMs > SUSPENDED_MS
    lastTickMs = Date.now()
    if (wasSuspended && !isAway) onWake()
  }
  const handleHide = () => {
    isAway = true
    onLeave()
  }
  const handleShow = () => {
    if (!isAway) return
    isAway = false
    onReturn()
  }
  const handleVisibility = () => {
    if (document.visibilityState !== 'visible') return
    tick()
    onVisible()
  }
  const interval = setInterval(tick, TICK_MS)
  addEventListener('pagehide', handleHide, { signal })
  addEventListener('pageshow', handleShow, { signal })
  addEventListener('online', onNetworkChange, { signal })
  addEventListener('offline', onNetworkChange, { signal })
  document.addEventListener('visibilitychange', handleVisibility, { signal })
  return () => {
    clearInterval(interval)
    controller.abort()
  }
}
