import { useSyncExternalStore } from 'react'

/** Whether scripts run: `false` on the server and in the first render, `true` from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

function subscribeToNothing(): () => void {
  return () => undefined
}
