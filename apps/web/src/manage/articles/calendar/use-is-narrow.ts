import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 719.98px)'

/** Whether the window has the width of a phone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = globalThis.matchMedia?.(NARROW)
      query?.addEventListener('change', onChange)
      return () => query?.removeEventListener('change', onChange)
    },
    () => globalThis.matchMedia?.(NARROW).matches ?? false,
  )
}
