import { createRef } from './live.ts'
import type { LiveReceiver } from './live-receiver.ts'
import { type LiveSocket, openLiveSocket } from './live-socket.ts'
import { CONNECTING, type LiveStatus } from './live-state.ts'
import type { TabMessage } from './live-tabs.ts'
import { useNoticeCounters } from './notice-counters.ts'

export interface LiveLeaderOptions {
  userId: string
  broadcast: (message: TabMessage) => void
  receiver: LiveReceiver
  checkSession: () => void
}

/** Holds the socket while this tab leads. */
export function createLiveLeader({ userId, broadcast, receiver, checkSession }: LiveLeaderOptions) {
  let socket: LiveSocket | null = null
  let status: LiveStatus = CONNECTING
  let line: string | null = null

  function reportStatus(nextStatus: LiveStatus, nextLine: string | null): void {
    status = nextStatus
    line = nextLine
    broadcast({ kind: 'status', status, line })
    receiver.adoptStatus(status, line)
  }

  /**
   * Opens the socket for all tabs.
   * @returns a function that closes it
   */
  function lead(): () => void {
    const own = openLiveSocket({
      userId,
      onStatus: (next) => reportStatus(next, null),
      onFrame: (frame) => {
        if (frame.t === 'welcome') reportStatus({ state: 'open', retryAtMs: null }, createRef())
        broadcast({ kind: 'frame', frame })
        receiver.deliver(frame)
      },
      checkSession,
    })
    socket = own
    return () => {
      own.close()
      if (socket === own) socket = null
    }
  }

  /** Answers a tab that has just opened, or that checks whether this one is frozen. */
  function answerPing(isNewTab: boolean): void {
    broadcast({ kind: 'status', status, line })
    socket?.catchUp()
    if (isNewTab && line !== null)
      broadcast({ kind: 'frame', frame: { t: 'counters', ...useNoticeCounters.getState() } })
  }

  /** Handles a request of another tab; ignored without a socket. */
  function handleMessage(message: TabMessage): void {
    if (!socket) return
    if (message.kind === 'post') socket.send(message.frame)
    else if (message.kind === 'renew') socket.renew()
    else if (message.kind === 'verify') socket.verify()
    else if (message.kind === 'hello' || message.kind === 'ping') answerPing(message.kind === 'hello')
  }

  return { lead, socket: (): LiveSocket | null => socket, handleMessage }
}
