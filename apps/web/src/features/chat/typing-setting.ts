import { useSyncExternalStore } from 'react'

/* Whether the peer sees that the user is typing. Stored on the device, on by default; without storage for this tab. */
const STORAGE_KEY = 'chat-typing'
const OFF = 'off'

const handlers = new Set<() => void>()
let isOnHere: boolean | null = null

export function sharesTyping(): boolean {
  if (isOnHere !== null) return isOnHere
  try {
    return localStorage.getItem(STORAGE_KEY) !== OFF
  } catch {
    return true
  }
}

export function setSharesTyping(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, OFF)
    isOnHere = null
  } catch {
    isOnHere = isOn
  }
  for (const handle of handlers) handle()
}

export function useSharesTyping(): boolean {
  return useSyncExternalStore(subscribe, sharesTyping, () => true)
}

/** Another tab may change it. */
function subscribe(handle: () => void): () => void {
  handlers.add(handle)
  addEventListener('storage', handle)
  return () => {
    handlers.delete(handle)
    removeEventListener('storage', handle)
  }
}
