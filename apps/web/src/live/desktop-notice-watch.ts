import type { ChatMessage } from '@portal/contract/frames.ts'
import { readDesktopNotices } from './desktop-notice.ts'
import { onFrame } from './live.ts'
import type { TabMessage } from './live-tabs.ts'
import { createRecentIds } from './recent-ids.ts'

export interface NoticeWatchOptions {
  userId: string
  /** Only the tab that holds the socket shows notices. */
  isLeading: () => boolean
  broadcast: (message: TabMessage) => void
  openPage: (path: string) => void
}

/** Time within which other tabs must answer that they are visible. */
const VISIBILITY_ANSWER_MS = 250
const ICON = '/logo.png'

/**
 * Shows a desktop notice of a private message while no tab is visible. It does not contain the text, because others may
 * see the screen.
 */
export function watchForDesktopNotices({ userId, isLeading, broadcast, openPage }: NoticeWatchOptions) {
  const waiting = new Set<ReturnType<typeof setTimeout>>()
  const recent = createRecentIds()
  const cancelAll = () => {
    for (const timer of waiting) clearTimeout(timer)
    waiting.clear()
  }
  const stop = onFrame((frame) => {
    if (frame.t !== 'message' || frame.message.fromUserId === userId || !isLeading()) return
    if (isVisible() || !readDesktopNotices().isOn || !recent.isNew(frame.message.id)) return
    const timer = setTimeout(() => {
      waiting.delete(timer)
      showNotice(frame.message, openPage)
    }, VISIBILITY_ANSWER_MS)
    waiting.add(timer)
    broadcast({ kind: 'look' })
  })
  return {
    handleMessage: (message: TabMessage) => {
      if (message.kind === 'look' && isVisible()) broadcast({ kind: 'visible' })
      if (message.kind === 'visible') cancelAll()
    },
    end: () => {
      stop()
      cancelAll()
    },
  }
}

function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

function showNotice({ fromUserId, fromUserNickname }: ChatMessage, openPage: (path: string) => void): void {
  try {
    // The tag makes a notice replace the previous one of the same sender.
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
    // The browser has the class but refuses it to pages.
  }
}
