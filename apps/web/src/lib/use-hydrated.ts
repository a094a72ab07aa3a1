import { useSyncExternalStore } from 'react'

/** `false` on the server and in the first render, then `true`. */
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
