import type { ServerFrame } from '@portal/contract/frames.ts'
import { useSession } from '#lib/session.ts'
import { dispatchFrame } from './live.ts'
import { type LiveStatus, setLiveStatus } from './live-state.ts'
import { setNoticeCounters } from './notice-counters.ts'

export type LiveReceiver = ReturnType<typeof createLiveReceiver>

/** Receives status and frames for this tab, from its own socket or the leading tab's. */
export function createLiveReceiver(userId: string) {
  let knownLine: string | null = null
  return {
    /** @param line id of the connection, `null` while there is none */
    adoptStatus(status: LiveStatus, line: string | null) {
      const isFresh = line !== null && line !== knownLine
      if (isFresh) knownLine = line
      setLiveStatus(status, isFresh)
    },
    /** Delivers a frame; drops it when another user is logged in. */
    deliver(frame: ServerFrame) {
      if (useSession.getState().user?.id !== userId) return
      if (frame.t === 'welcome') setNoticeCounters(frame.counters)
      if (frame.t === 'counters') setNoticeCounters(frame)
      dispatchFrame(frame)
    },
    /** Treats the connection as new at its next status, because frames may have been missed. */
    expectGap() {
      knownLine = null
    },
  }
}
