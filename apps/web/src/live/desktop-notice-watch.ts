import type { ChatMessage } from '@portal/contract/frames.ts'
import { readDesktopNotices } from './desktop-notice.ts'
import { onFrame } from './live.ts'
import type { TabMessage } from './live-tabs.ts'
import { createRecentIds } from './recent-ids.ts'

export interface NoticeWatchOptions {
  userId: string
  /** One tab shows it: the one that holds the socket. */
  isLeading: () => boolean
  tell: (message: TabMessage) => void
  /** Opens a page of the site in this tab. */
  openPage: (path: string) => void
}

/** So long the other tabs have to say that somebody is looking at the site already. */
const LOOK_MS = 250
const ICON = '/logo.png'

/**
 * Shows a desktop notice of a private message when no tab of the site is visible. It names the sender and keeps the text
 * to itself: others may see the screen.
 */
export function watchForDesktopNotices({ userId, isLeading, tell, openPage }: NoticeWatchOptions) {
  const waiting = new Set<ReturnType<typeof setTimeout>>()
  const recent = createRecentIds()
  const forget = () => {
    for (const timer of waiting) clearTimeout(timer)
    waiting.clear()
  }
  const stop = onFrame((frame) => {
    if (frame.t !== 'message' || frame.message.fromUserId === userId || !isLeading()) return
    if (isVisible() || !readDesktopNotices().isOn || !recent.isNew(frame.message.id)) return
    const timer = setTimeout(() => {
      waiting.delete(timer)
      showNotice(frame.message, openPage)
    }, LOOK_MS)
    waiting.add(timer)
    tell({ kind: 'look' })
  })
  return {
    hear: (message: TabMessage) => {
      if (message.kind === 'look' && isVisible()) tell({ kind: 'visible' })
      if (message.kind === 'visible') forget()
    },
    end: () => {
      stop()
      forget()
    },
  }
}

function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

function showNotice({ fromUserId, fromUserNickname }: ChatMessage, openPage: (path: string) => void): void {
  try {
    // The tag: the newest of one person takes the place of the one before.
    const notice = new Notification(`${fromUserNickname || '一位会员'} 发来私信`, {
      tag: `im ${fromUserId}`,
      icon: ICON,
    })
    notice.onclick = () => {
      notice.close()
      window.focus()
      openPage(`/im?userId=${encodeURIComponent(fromUserId)}`)
    }
  } catch {
    // A browser that has them and refuses them to pages.
  }
}
