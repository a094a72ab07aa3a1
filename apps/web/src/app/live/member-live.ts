import { SECOND_MS } from '@portal/contract/constants.ts'
import { setUnreadInTitle } from '#lib/page-title.ts'
import { onFrame } from '#live/live.ts'
import { announce } from '#live/live-announcer.ts'
import { type LiveOptions, startLive } from '#live/live-connection.ts'
import { NOTICE_PATHS, useNoticeCounters } from '#live/notice-counters.ts'
import { createRecentIds } from '#live/recent-ids.ts'

/**
 * Live connection, unread marks and announcements of a member; loaded after login.
 * @returns a function that stops them
 */
export function startMemberLive(options: LiveOptions): () => void {
  const isShowingMessages = () => location.pathname.replace(/\/+$/, '') === NOTICE_PATHS.private
  const stops = [markUnread(), announceMessages(options.userId, isShowingMessages), startLive(options)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Shortest time between two announcements. */
const PAUSE_MS = 10 * SECOND_MS

/**
 * Announces new messages to screen readers («收到 1 条新私信»); several within the pause together.
 * @returns a function that stops it
 */
export function announceMessages(userId: string, isShowingMessages: () => boolean): () => void {
  const recent = createRecentIds()
  let unannounced = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const announceCount = () => {
    timer = undefined
    if (unannounced === 0) return
    // Screen readers do not read the same text twice in a row, so the region is emptied in between.
    announce(`收到 ${unannounced} 条新私信`)
    unannounced = 0
    timer = setTimeout(() => {
      announce('')
      announceCount()
    }, PAUSE_MS)
  }
  const stop = onFrame((frame) => {
    if (frame.t !== 'message' || frame.message.fromUserId === userId || isShowingMessages()) return
    if (!recent.isNew(frame.message.id)) return
    unannounced += 1
    if (timer === undefined) announceCount()
  })
  return () => {
    stop()
    clearTimeout(timer)
    announce('')
  }
}

const FAVICON = '/favicon.svg'
/** File in `public/`: the favicon with a dot. */
const UNREAD_FAVICON = '/favicon-unread.svg'

/**
 * Shows unread private messages in the title and icon of the tab; notices are not urgent.
 * @returns a function that removes the marks
 */
export function markUnread(): () => void {
  const show = (count: number) => {
    setUnreadInTitle(count)
    document.querySelector('link[rel="icon"]')?.setAttribute('href', count > 0 ? UNREAD_FAVICON : FAVICON)
  }
  const stop = useNoticeCounters.subscribe((now, before) => {
    if (now.private !== before.private) show(now.private)
  })
  show(useNoticeCounters.getState().private)
  return () => {
    stop()
    show(0)
  }
}
