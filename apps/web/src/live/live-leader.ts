import { newRef } from './live.ts'
import type { LiveReceiver } from './live-receiver.ts'
import { type LiveSocket, openLiveSocket } from './live-socket.ts'
import { CONNECTING, type LiveStatus } from './live-state.ts'
import type { TabMessage } from './live-tabs.ts'
import { useNoticeCounters } from './notice-counters.ts'

export interface LiveLeaderOptions {
  userId: string
  tell: (message: TabMessage) => void
  receiver: LiveReceiver
  /** See `LiveSocketOptions`. */
  onDoubt: () => void
}

export interface LiveLeader {
  /** Opens the socket, for this tab and the others. @returns closes it */
  lead: () => () => void
  /** `null` while another tab leads. */
  socket: () => LiveSocket | null
  /** What another tab asks of the one with the socket. */
  hear: (message: TabMessage) => void
}

/** This tab, as far as it holds the socket. */
export function createLiveLeader({ userId, tell, receiver, onDoubt }: LiveLeaderOptions): LiveLeader {
  let socket: LiveSocket | null = null
  let status: LiveStatus = CONNECTING
  let line: string | null = null

  function report(nextStatus: LiveStatus, nextLine: string | null): void {
    status = nextStatus
    line = nextLine
    tell({ kind: 'status', status, line })
    receiver.adoptStatus(status, line)
  }

  function lead(): () => void {
    const own = openLiveSocket({
      userId,
      onStatus: (next) => report(next, null),
      onFrame: (frame) => {
        if (frame.t === 'welcome') report({ state: 'open', retryAtMs: null }, newRef())
        tell({ kind: 'frame', frame })
        receiver.deliver(frame)
      },
      onDoubt,
    })
    socket = own
    return () => {
      own.close()
      if (socket === own) socket = null
    }
  }

  /** To a tab that has come, or that wants to know whether this one is awake. */
  function answerPing(isNewcomer: boolean): void {
    tell({ kind: 'status', status, line })
    socket?.catchUp()
    if (isNewcomer && line !== null) tell({ kind: 'frame', frame: { t: 'counters', ...useNoticeCounters.getState() } })
  }

  function hear(message: TabMessage): void {
    if (!socket) return
    if (message.kind === 'post') socket.send(message.frame)
    else if (message.kind === 'renew') socket.renew()
    else if (message.kind === 'verify') socket.verify()
    else if (message.kind === 'hello' || message.kind === 'ping') answerPing(message.kind === 'hello')
  }

  return { lead, socket: () => socket, hear }
}
