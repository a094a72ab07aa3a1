import type { UserInfo } from '@portal/contract/users.ts'
import { create } from 'zustand'
import { showClosing } from './closing.ts'
import { isLogoutPending, setLogoutPending } from './pending-logout.ts'
import { readSessionItem, writeSessionItem } from './session-storage.ts'

export type { UserInfo }

interface Session {
  user: UserInfo | null
  /** `unknown` until `/bff/session` has answered: the HTML from the server is the same for everybody. */
  status: 'unknown' | 'ready'
}

/** Who is logged in, for the page. The token itself is in a cookie that no script can read. */
export const useSession = create<Session>()(() => ({ user: null, status: 'unknown' }))

const STORAGE_KEY = 'user'

/** Keeps the user for this tab, `null` for nobody. Whose account is being closed is nobody, and is asked about it. */
export function setUser(found: UserInfo | null): void {
  const closeTime = found?.closeTime
  if (closeTime) showClosing({ closeTime, canUndo: true })
  const user = closeTime ? null : found
  // Whoever logs in after a logout that failed must not be logged out by it.
  if (found && isLogoutPending()) setLogoutPending(false)
  useSession.setState({ user, status: 'ready' })
  writeSessionItem(STORAGE_KEY, user && JSON.stringify(user))
}

/** Shows the user of before a reload at once, while `/bff/session` is asked. */
export function recallUser(): void {
  const kept = readSessionItem(STORAGE_KEY)
  if (!kept || isLogoutPending()) return
  try {
    useSession.setState({ user: JSON.parse(kept) as UserInfo })
  } catch {
    writeSessionItem(STORAGE_KEY, null)
  }
}

/** Whether somebody is logged in, for handlers; components select from `useSession`. */
export function hasUser(): boolean {
  return useSession.getState().user !== null
}

const CHANNEL = 'session'

/** One for the tab: a channel does not hear itself, but it hears any other of its name, in its own tab too. */
let channel: BroadcastChannel | null = null

function channelOfTab(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  channel ??= new BroadcastChannel(CHANNEL)
  return channel
}

/** Tells the other tabs that somebody has logged in or out, or changed the profile; they ask `/bff/session` again. */
export function announceSession(): void {
  const own = channelOfTab()
  if (own) own.postMessage('changed')
  else announceByStorage()
}

/** For Safari before 15.4, which has no channels: a changed item is an event in every other tab. Says nothing of a user. */
function announceByStorage(): void {
  try {
    localStorage.setItem(CHANNEL, String(Date.now()))
  } catch {
    // The browser's settings refuse it; the other tabs find out by their next call.
  }
}

/**
 * Calls `handle` when another tab has logged in or out, and when the page comes back from the browser's cache, where it
 * heard of nothing: an open channel would keep it out of there, so it is closed on the way. @returns ends it
 */
export function watchOtherTabs(handle: () => void): () => void {
  const listen = () => channelOfTab()?.addEventListener('message', handle)
  const hearStorage = ({ key }: StorageEvent) => {
    if (key === CHANNEL) handle()
  }
  const close = () => {
    channel?.close()
    channel = null
  }
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    listen()
    handle()
  }
  listen()
  addEventListener('storage', hearStorage)
  addEventListener('pagehide', close)
  addEventListener('pageshow', comeBack)
  return () => {
    channel?.removeEventListener('message', handle)
    removeEventListener('storage', hearStorage)
    removeEventListener('pagehide', close)
    removeEventListener('pageshow', comeBack)
  }
}
