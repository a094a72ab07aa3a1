import { useEffect } from 'react'

/** Warns before leaving, because running uploads would be lost. */
export function useLeaveWarning(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isBusy])
}
