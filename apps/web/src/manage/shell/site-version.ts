import { MINUTE_MS } from '@portal/contract/constants.ts'
import { useEffect, useState } from 'react'

/** Interval between two checks, ms. */
const LOOK_EVERY_MS = 10 * MINUTE_MS

const ENTRY = /<script[^>]*\ssrc="([^"]+)"/

/** Address of the script of this page; its name changes with each release that changes the management pages. */
function findOwnScript(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/** Whether the site has a newer version of these pages; false when there is no answer. */
async function isReleased(signal: AbortSignal): Promise<boolean> {
  const ownScript = findOwnScript()
  if (ownScript === null) return false
  const response = await fetch('/manage', { cache: 'no-store', signal })
  const newest = response.ok ? ENTRY.exec(await response.text())?.[1] : undefined
  return newest !== undefined && newest !== ownScript
}

/**
 * Whether these pages are older than the site. It checks every ten minutes while the tab is visible, when it becomes visible
 * again, and when code could not be loaded, because a release removes the old files.
 */
export function useIsOutdated(): boolean {
  const [isOutdated, setIsOutdated] = useState(false)
  useEffect(() => {
    if (isOutdated) return undefined
    const controller = new AbortController()
    const { signal } = controller
    let lookedAtMs = Date.now()
    const checkVersion = async () => {
      lookedAtMs = Date.now()
      if (await isReleased(signal).catch(() => false)) setIsOutdated(true)
    }
    const lookAgain = () => {
      const isDue = Date.now() - lookedAtMs >= LOOK_EVERY_MS
      if (document.visibilityState === 'visible' && isDue) void checkVersion()
    }
    const timer = setInterval(lookAgain, MINUTE_MS)
    document.addEventListener('visibilitychange', lookAgain, { signal })
    addEventListener('vite:preloadError', () => void checkVersion(), { signal })
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [isOutdated])
  return isOutdated
}
