import { useSyncExternalStore } from 'react'

/** As `MOBILE_BREAKPOINT_PX` has it: from here on text and preview stand side by side. */
const WIDE = '(min-width: 1119px)'

/** Whether there is room for two columns; `true` on the server. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => true,
  )
}

function subscribe(handle: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', handle)
  return () => query.removeEventListener('change', handle)
}
