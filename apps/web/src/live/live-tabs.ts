import { SECOND_MS } from '@portal/contract/constants.ts'
import type { ClientFrame, ServerFrame } from '@portal/contract/frames.ts'
import type { LiveStatus } from './live-state.ts'

/** What tabs of one browser, in which the same person is logged in, say to each other. */
export type TabMessage =
  /** From the tab that holds the socket. `line` names the connection, `null` while there is none. */
  | { kind: 'status'; status: LiveStatus; line: string | null }
  | { kind: 'frame'; frame: ServerFrame }
  /** To the tab that holds the socket. `ping` is answered by the status, `hello` by the counters too. */
  | { kind: 'hello' | 'ping' | 'verify' | 'renew' }
  | { kind: 'post'; frame: ClientFrame }
  /** To all: whether any tab is looked at; answered by `visible`. */
  | { kind: 'look' | 'visible' }

export interface TabsOptions {
  userId: string
  /** This tab is to hold the socket from now on. @returns gives it up */
  lead: () => () => void
  hear: (message: TabMessage) => void
}

export interface Tabs {
  tell: (message: TabMessage) => void
  isLeading: () => boolean
  leave: () => void
}

/** A visible tab asks so often whether the one with the socket is still there. Between tabs only. */
const PING_MS = 10 * SECOND_MS
/** A tab that does not answer within it is frozen. */
const PONG_MS = 1.5 * SECOND_MS

/**
 * Joins the other tabs: one of them holds the socket, elected by a lock, which passes on when that tab goes. Without
 * locks or channels each tab holds its own. Lock and channel bear the user's id, so that a tab in which somebody else
 * is logged in neither hears nor is heard.
 */
export function joinTabs(options: TabsOptions): Tabs {
  const canShare = typeof BroadcastChannel !== 'undefined' && navigator.locks !== undefined
  return canShare ? shareAmongTabs(options) : beAlone(options)
}

function beAlone({ lead }: TabsOptions): Tabs {
  const leave = lead()
  return { tell: () => undefined, isLeading: () => true, leave }
}

function shareAmongTabs({ userId, lead, hear }: TabsOptions): Tabs {
  const name = `live:${userId}`
  const channel = new BroadcastChannel(name)
  let hasLeft = false
  const tell = (message: TabMessage) => {
    if (!hasLeft) channel.postMessage(message)
  }
  const election = standForElection(name, lead)
  const watch = watchLeader(election, () => tell({ kind: 'ping' }))
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'status' || data.kind === 'frame') {
      // From a tab that has lost the lock to this one and does not know it yet.
      if (election.isLeading()) return
      watch.leaderAnswered()
    }
    hear(data)
  }
  tell({ kind: 'hello' })
  return {
    tell,
    isLeading: election.isLeading,
    leave: () => {
      hasLeft = true
      watch.end()
      election.leave()
      channel.close()
    },
  }
}

interface Election {
  isLeading: () => boolean
  /** Takes the lead from a tab that does not answer. */
  steal: () => void
  leave: () => void
}

/** Stands in the queue for the lock, and leads while this tab has it. */
function standForElection(name: string, lead: () => () => void): Election {
  let hasLeft = false
  let waiting = new AbortController()
  let resign: (() => void) | null = null

  function stand(options: LockOptions): void {
    const reign = { end: null as (() => void) | null }
    const hold = () => {
      if (hasLeft) return undefined
      const stopLeading = lead()
      return new Promise<void>((release) => {
        const end = () => {
          if (resign === end) resign = null
          stopLeading()
          release()
        }
        reign.end = end
        resign = end
      })
    }
    navigator.locks.request(name, options, hold).catch(() => {
      // Either the waiting was given up, or another tab has taken the lock from this one.
      if (!reign.end) return
      reign.end()
      if (!hasLeft && !resign) queue()
    })
  }

  function queue(): void {
    waiting = new AbortController()
    stand({ signal: waiting.signal })
  }

  queue()
  return {
    isLeading: () => resign !== null,
    steal: () => {
      if (hasLeft || resign) return
      waiting.abort()
      stand({ steal: true })
    },
    leave: () => {
      hasLeft = true
      waiting.abort()
      resign?.()
    },
  }
}

/** While this tab is looked at, it asks now and then whether the one that leads is awake, and else takes its place. */
function watchLeader(election: Election, ping: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isVisible = () => document.visibilityState === 'visible'
  const leaderAnswered = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const ask = () => {
    if (election.isLeading() || !isVisible() || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      if (isVisible()) election.steal()
    }, PONG_MS)
    ping()
  }
  const interval = setInterval(ask, PING_MS)
  document.addEventListener('visibilitychange', ask)
  ask()
  return {
    leaderAnswered,
    end: () => {
      leaderAnswered()
      clearInterval(interval)
      document.removeEventListener('visibilitychange', ask)
    },
  }
}
