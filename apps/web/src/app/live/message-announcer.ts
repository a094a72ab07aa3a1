import { SECOND_MS } from '@portal/contract/constants.ts'
import { onFrame } from '#live/live.ts'
import { speak } from '#live/live-announcer.ts'
import { createRecentIds } from '#live/recent-ids.ts'

/** Whoever listens to the page is told no more often than so. */
const PAUSE_MS = 10 * SECOND_MS

export interface AnnouncerOptions {
  userId: string
  /** Whether the page shows private messages itself. */
  isShowingMessages: () => boolean
}

/** Says «收到 1 条新私信» to those who do not see the badge; what comes meanwhile is said together. @returns ends it */
export function announceMessages({ userId, isShowingMessages }: AnnouncerOptions): () => void {
  const recent = createRecentIds()
  let untold = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    timer = undefined
    if (untold === 0) return
    // The same words a second time are no change, and would not be read: the region is emptied in between.
    speak(`收到 ${untold} 条新私信`)
    untold = 0
    timer = setTimeout(() => {
      speak('')
      tell()
    }, PAUSE_MS)
  }
  const stop = onFrame((frame) => {
    if (frame.t !== 'message' || frame.message.fromUserId === userId || isShowingMessages()) return
    if (!recent.isNew(frame.message.id)) return
    untold += 1
    if (timer === undefined) tell()
  })
  return () => {
    stop()
    clearTimeout(timer)
    speak('')
  }
}
