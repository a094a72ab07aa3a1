import { useEffect } from 'react'
import { create } from 'zustand'

/** What the browser says of notices: `default` when the member has not been asked. */
type NoticePermission = 'default' | 'granted' | 'denied'

export interface DesktopNotices {
  /** `false` on the server, in the first render, and where pages cannot show notices. */
  isSupported: boolean
  permission: NoticePermission
  /** Wanted by the member and allowed by the browser. */
  isOn: boolean
}

const NONE: DesktopNotices = { isSupported: false, permission: 'default', isOn: false }

const useStore = create<DesktopNotices>()(() => NONE)

const STORAGE_KEY = 'desktop-notices'
const ON = 'on'

/** Chrome on Android has `Notification` and refuses to make one for a page. */
function isSupported(): boolean {
  return typeof Notification !== 'undefined' && isSecureContext && !/\bAndroid\b/.test(navigator.userAgent)
}

/** As the browser has it now: the permission may have been changed in its settings, the wish in another tab. */
export function readDesktopNotices(): DesktopNotices {
  if (!isSupported()) return NONE
  const { permission } = Notification
  return { isSupported: true, permission, isOn: permission === 'granted' && isWanted() }
}

function refresh(): void {
  useStore.setState(readDesktopNotices())
}

/** Asks the browser, which asks the member: to be called by a press of the switch. */
async function turnOn(): Promise<void> {
  if (!isSupported()) return
  const permission = await Notification.requestPermission()
  if (permission === 'granted') keepWish(ON)
  refresh()
}

function turnOff(): void {
  keepWish(null)
  refresh()
}

/** For the switch: whether the member is told on the desktop of private messages. Kept for this browser. */
export function useDesktopNotices(): DesktopNotices & { turnOn: () => Promise<void>; turnOff: () => void } {
  const state = useStore()
  useEffect(() => {
    refresh()
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [])
  return { ...state, turnOn, turnOff }
}

function isWanted(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === ON
  } catch {
    return false
  }
}

function keepWish(wish: typeof ON | null): void {
  try {
    if (wish === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, wish)
  } catch {
    // The browser's settings refuse it: nothing is shown then.
  }
}
