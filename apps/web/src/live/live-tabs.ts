import { SECOND_MS } from '@portal/contract/constants.ts'
import type { ClientFrame, ServerFrame } from '@portal/contract/frames.ts'
import type { LiveStatus } from './live-state.ts'

/** Messages between the tabs of one browser with the same user. */
export type TabMessage =
  /** Sent by the leading tab, which holds the socket. `line` is the connection's id, `null` without one. */
  | { kind: 'status'; status: LiveStatus; line: string | null }
  | { kind: 'frame'; frame: ServerFrame }
  /** Sent to the leading tab, which answers `ping` with the status, and `hello` with the status and the counters. */
  | { kind: 'hello' | 'ping' | 'verify' | 'renew' }
  | { kind: 'post'; frame: ClientFrame }
  /** Sent to all tabs: visible tabs answer `look` with `visible`. */
  | { kind: 'look' | 'visible' }

export interface TabsOptions {
  userId: string
  /**
   * Called when this tab becomes the leader.
   * @returns a function that resigns
   */
  lead: () => () => void
  handleMessage: (message: TabMessage) => void
}

export type Tabs = ReturnType<typeof joinTabs>

/** Interval at which a visible tab pings the leader. */
const PING_MS = 10 * SECOND_MS
/** Time without an answer after which the leader counts as frozen. */
const PONG_MS = 1.5 * SECOND_MS

/**
 * Joins the other tabs of the user. A Web Lock elects the one that holds the socket, and the next when that tab closes.
 * Each tab holds its own socket where the browser has no locks or channels. Lock and channel are named by the user's id, so that users
 * are separate.
 */
export function joinTabs(options: TabsOptions) {
  const canShare = typeof BroadcastChannel !== 'undefined' && navigator.locks !== undefined
  return canShare ? shareAmongTabs(options) : runAlone(options)
}

function runAlone({ lead }: TabsOptions) {
  return { broadcast: (_message: TabMessage) => undefined, isLeading: () => true, leave: lead() }
}

function shareAmongTabs({ userId, lead, handleMessage }: TabsOptions) {
  const name = `live:${userId}`
  const channel = new BroadcastChannel(name)
  let hasLeft = false
  const broadcast = (message: TabMessage) => {
    if (!hasLeft) channel.postMessage(message)
  }
  const election = joinElection(name, lead)
  const watch = watchLeader(election, () => broadcast({ kind: 'ping' }))
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'status' || data.kind === 'frame') {
      // The message comes from a former leader that does not know yet that it lost the lock.
      if (election.isLeading()) return
      watch.leaderAnswered()
    }
    handleMessage(data)
  }
  broadcast({ kind: 'hello' })
  return {
    broadcast,
    isLeading: election.isLeading,
    leave: () => {
      hasLeft = true
      watch.end()
      election.leave()
      channel.close()
    },
  }
}

/** Queues for the lock, and leads while this tab holds it. */
function joinElection(name: string, lead: () => () => void) {
  let hasLeft = false
  let waiting = new AbortController()
  let resign: (() => void) | null = null

  function requestLock(options: LockOptions): void {
    const term = { end: null as (() => void) | null }
    const hold = () => {
      if (hasLeft) return undefined
      const stopLeading = lead()
      return new Promise<void>((release) => {
        const end = () => {
          if (resign === end) resign = null
          stopLeading()
          release()
        }
        term.end = end
        resign = end
      })
    }
    navigator.locks.request(name, options, hold).catch(() => {
      // An undefined term means that waiting was aborted; otherwise another tab stole the lock.
      if (!term.end) return
      term.end()
      if (!hasLeft && !resign) queue()
    })
  }

  function queue(): void {
    waiting = new AbortController()
    requestLock({ signal: waiting.signal })
  }

  queue()
  return {
    isLeading: () => resign !== null,
    /** Takes the lock from a leader that does not answer. */
    steal: () => {
      if (hasLeft || resign) return
      waiting.abort()
      requestLock({ steal: true })
    },
    leave: () => {
      hasLeft = true
      waiting.abort()
      resign?.()
    },
  }
}

/** While this tab is visible, pings the leader and replaces it when it does not answer. */
function watchLeader(election: ReturnType<typeof joinElection>, ping: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isVisible = () => document.visibilityState === 'visible'
  const handleAnswer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const check = () => {
    if (election.isLeading() || !isVisible() || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      if (isVisible()) election.steal()
    }, PONG_MS)
    ping()
  }
  const interval = setInterval(check, PING_MS)
  document.addEventListener('visibilitychange', check)
  check()
  return {
    leaderAnswered: handleAnswer,
    end: () => {
      handleAnswer()
      clearInterval(interval)
      document.removeEventListener('visibilitychange', check)
    },
  }
}
