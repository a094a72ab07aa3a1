import { SECOND_MS } from '@portal/contract/constants.ts'

const TICK_MS = 15 * SECOND_MS
/** Browsers hold the timers of hidden tabs back to one a minute; what comes later than this has slept. */
const SLEPT_MS = 90 * SECOND_MS

export interface TabEvents {
  onLeave: () => void
  /** The page comes back from the browser's back-forward cache. */
  onReturn: () => void
  onLook: () => void
  onNetworkChange: () => void
  /** The machine has slept, or the tab was frozen. */
  onWake: () => void
}

/** @returns ends it */
export function watchTab({ onLeave, onReturn, onLook, onNetworkChange, onWake }: TabEvents): () => void {
  let isAway = false
  const handleHide = () => {
    isAway = true
    onLeave()
  }
  const handleShow = () => {
    if (!isAway) return
    isAway = false
    onReturn()
  }
  let lastTickMs = Date.now()
  const tick = () => {
    const hasSlept = Date.now() - lastTickMs > SLEPT_MS
    lastTickMs = Date.now()
    if (hasSlept && !isAway) onWake()
  }
  const interval = setInterval(tick, TICK_MS)
  const handleVisibility = () => {
    if (document.visibilityState !== 'visible') return
    tick()
    onLook()
  }
  addEventListener('pagehide', handleHide)
  addEventListener('pageshow', handleShow)
  addEventListener('online', onNetworkChange)
  addEventListener('offline', onNetworkChange)
  document.addEventListener('visibilitychange', handleVisibility)
  return () => {
    clearInterval(interval)
    removeEventListener('pagehide', handleHide)
    removeEventListener('pageshow', handleShow)
    removeEventListener('online', onNetworkChange)
    removeEventListener('offline', onNetworkChange)
    document.removeEventListener('visibilitychange', handleVisibility)
  }
}
