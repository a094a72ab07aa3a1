import { useEffect } from 'react'
import { create } from 'zustand'
import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'

/** `default`: the browser has not shown its prompt to the member yet. */
type NoticePermission = 'default' | 'granted' | 'denied'

export interface DesktopNotices {
  /** `false` on the server, in the first render, and where pages cannot show notices. */
  isSupported: boolean
  permission: NoticePermission
  /** Whether the member has enabled notices and the browser allows them. */
  isOn: boolean
}

const NONE: DesktopNotices = { isSupported: false, permission: 'default', isOn: false }

const useStore = create<DesktopNotices>()(() => NONE)

const STORAGE_KEY = 'desktop-notices'
const STORED_ON = 'on'

/** Chrome on Android has `Notification` but refuses it to pages. */
function isSupported(): boolean {
  return typeof Notification !== 'undefined' && isSecureContext && !/\bAndroid\b/.test(navigator.userAgent)
}

/** Reads the current state, which may have changed in the browser's settings or in another tab. */
export function readDesktopNotices(): DesktopNotices {
  if (!isSupported()) return NONE
  const { permission } = Notification
  return { isSupported: true, permission, isOn: permission === 'granted' && readLocalItem(STORAGE_KEY) === STORED_ON }
}

function refresh(): void {
  useStore.setState(readDesktopNotices())
}

/** Requests the permission; browsers require a user gesture. */
async function turnOn(): Promise<void> {
  if (!isSupported()) return
  const permission = await Notification.requestPermission()
  if (permission === 'granted') writeLocalItem(STORAGE_KEY, STORED_ON)
  refresh()
}

function turnOff(): void {
  writeLocalItem(STORAGE_KEY, null)
  refresh()
}

/** Setting for desktop notices of private messages, stored in this browser. */
export function useDesktopNotices(): DesktopNotices & { turnOn: () => Promise<void>; turnOff: () => void } {
  const state = useStore()
  useEffect(() => {
    refresh()
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [])
  return { ...state, turnOn, turnOff }
}
