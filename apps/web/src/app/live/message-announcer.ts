import { SECOND_MS } from '@portal/contract/constants.ts'
import { onFrame } from '#live/live.ts'
import { announce } from '#live/live-announcer.ts'
import { createRecentIds } from '#live/recent-ids.ts'

/** Shortest time between two announcements. */
const PAUSE_MS = 10 * SECOND_MS

export interface AnnouncerOptions {
  userId: string
  /** Whether the current page shows private messages. */
  isShowingMessages: () => boolean
}

/** Announces new messages to screen readers («收到 1 条新私信»); several within the pause together. @returns stops it */
export function announceMessages({ userId, isShowingMessages }: AnnouncerOptions): () => void {
  const recent = createRecentIds()
  let unannounced = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const announceCount = () => {
    timer = undefined
    if (unannounced === 0) return
    // The same text twice is no change and would not be read, so the region is emptied in between.
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
