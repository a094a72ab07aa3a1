import type { ServerFrame } from '@portal/contract/frames.ts'
import { useSession } from '#lib/session.ts'
import { passFrame } from './live.ts'
import { type LiveStatus, setLiveStatus } from './live-state.ts'
import { setNoticeCounters } from './notice-counters.ts'

/** What comes for this tab, from its own socket or from the tab that holds one. */
export interface LiveReceiver {
  /** @param line names the connection, `null` while there is none */
  adoptStatus: (status: LiveStatus, line: string | null) => void
  /** Nothing passes once somebody else is logged in. */
  deliver: (frame: ServerFrame) => void
  /** Something may have been missed: the connection counts as a new one when it is heard of again. */
  expectGap: () => void
}

export function createLiveReceiver(userId: string): LiveReceiver {
  let heardLine: string | null = null
  return {
    adoptStatus(status, line) {
      const isFresh = line !== null && line !== heardLine
      if (isFresh) heardLine = line
      setLiveStatus(status, isFresh)
    },
    deliver(frame) {
      if (useSession.getState().user?.id !== userId) return
      if (frame.t === 'welcome') setNoticeCounters(frame.counters)
      if (frame.t === 'counters') setNoticeCounters(frame)
      passFrame(frame)
    },
    expectGap() {
      heardLine = null
    },
  }
}
