import type { UserInfo } from '@portal/contract/accounts/users.ts'
import { create } from 'zustand'
import { changeTypist, dropTypedItems, readSessionItem, writeLocalItem, writeSessionItem } from './browser-storage.ts'
import { showClosing } from './closing.ts'
import { isLogoutPending, setLogoutPending } from './pending-logout.ts'
import { showToastAfterReload } from './toasts.ts'

export type { UserInfo }

interface Session {
  user: UserInfo | null
  /** `unknown` until `/bff/session` has answered: the server's HTML is the same for all users. */
  status: 'unknown' | 'ready'
}

/** The current user. The token is in a cookie that scripts cannot read. */
export const useSession = create<Session>()(() => ({ user: null, status: 'unknown' }))

const STORAGE_KEY = 'user'

/**
 * Sets the user of this tab. An account that is being closed counts as logged out, and opens its dialog. A page that
 * shows text typed by another member is reloaded.
 */
export function setUser(found: UserInfo | null, reload = () => location.reload()): void {
  const closeTime = found?.closeTime
  if (closeTime) showClosing({ closeTime, canUndo: true })
  const user = closeTime ? null : found
  // An earlier unfinished logout must not end a new login.
  if (found && isLogoutPending()) setLogoutPending(false)
  useSession.setState({ user, status: 'ready' })
  writeSessionItem(STORAGE_KEY, user && JSON.stringify(user))
  if (!user || !changeTypist(user.id)) return
  showToastAfterReload('warning', '登录的是另一个账号，先前填写的内容已清除')
  reload()
}

/** Restores the user after a reload, while `/bff/session` is loading. */
export function restoreUser(): void {
  const stored = readSessionItem(STORAGE_KEY)
  if (!stored || isLogoutPending()) return
  try {
    useSession.setState({ user: JSON.parse(stored) as UserInfo })
  } catch {
    writeSessionItem(STORAGE_KEY, null)
  }
}

/** Whether a user is logged in, for event handlers; components use `useSession`. */
export function hasUser(): boolean {
  return useSession.getState().user !== null
}

const CHANNEL = 'session'

/**
 * The single channel of the tab: a channel receives messages of other channels of the same name, even in the same tab.
 */
let channel: BroadcastChannel | null = null

function getChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  channel ??= new BroadcastChannel(CHANNEL)
  return channel
}

type Change = 'changed' | 'logout'

/** Makes the other tabs load the session again, after a login or a change of the profile. */
export function announceSession(change: Change = 'changed'): void {
  const own = getChannel()
  if (own) own.postMessage(change)
  // Safari before 15.4 has no BroadcastChannel: other tabs get a storage event, which contains no data of the user.
  else writeLocalItem(CHANNEL, `${change} ${Date.now()}`)
}

/** Removes what the user has typed, in all tabs, and makes the others load the session again. */
export function announceLogout(): void {
  dropTypedItems()
  announceSession('logout')
}

/**
 * Calls `handle` when another tab announces a change, and when the page returns from the back-forward cache. A tab that
 * has stored what the user typed is reloaded after a logout, because it shows it. An open channel would prevent that cache,
 * so it is closed when the page is hidden.
 * @returns a function that stops watching
 */
export function watchOtherTabs(handle: () => void, reload = () => location.reload()): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const follow = (change: unknown) => (change === 'logout' && dropTypedItems() ? reload() : handle())
  const handleMessage = ({ data }: MessageEvent) => follow(data)
  const listen = () => getChannel()?.addEventListener('message', handleMessage)
  const handleStorage = ({ key, newValue }: StorageEvent) => {
    if (key === CHANNEL) follow(newValue?.split(' ')[0])
  }
  const handleHide = () => {
    channel?.close()
    channel = null
  }
  const handleShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    listen()
    handle()
  }
  listen()
  addEventListener('storage', handleStorage, { signal })
  addEventListener('pagehide', handleHide, { signal })
  addEventListener('pageshow', handleShow, { signal })
  return () => {
    channel?.removeEventListener('message', handleMessage)
    controller.abort()
  }
}
