import { useEffect, useState } from 'react'

/** Whether the device has no network. */
export function useIsOffline(): boolean {
  const [isOffline, setIsOffline] = useState(() => typeof navigator !== 'undefined' && navigator.onLine === false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('offline', () => setIsOffline(true), { signal })
    addEventListener('online', () => setIsOffline(false), { signal })
    return () => controller.abort()
  }, [])
  return isOffline
}
