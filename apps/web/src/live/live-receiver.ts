import type { ServerFrame } from '@portal/contract/frames.ts'
import { useSession } from '#lib/session.ts'
import { dispatchFrame } from './live.ts'
import { type LiveStatus, setLiveStatus } from './live-state.ts'
import { setNoticeCounters } from './notice-counters.ts'

/** Receives status and frames for this tab, from its own socket or the leading tab's. */
export interface LiveReceiver {
  /** @param line names the connection, `null` while there is none */
  adoptStatus: (status: LiveStatus, line: string | null) => void
  /** Drops the frame when another user is logged in. */
  deliver: (frame: ServerFrame) => void
  /** Frames may have been missed: the connection counts as a new one at its next status. */
  expectGap: () => void
}

export function createLiveReceiver(userId: string): LiveReceiver {
  let knownLine: string | null = null
  return {
    adoptStatus(status, line) {
      const isFresh = line !== null && line !== knownLine
      if (isFresh) knownLine = line
      setLiveStatus(status, isFresh)
    },
    deliver(frame) {
      if (useSession.getState().user?.id !== userId) return
      if (frame.t === 'welcome') setNoticeCounters(frame.counters)
      if (frame.t === 'counters') setNoticeCounters(frame)
      dispatchFrame(frame)
    },
    expectGap() {
      knownLine = null
    },
  }
}
