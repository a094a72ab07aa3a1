import { announceSession, useSession } from '#lib/session.ts'
import { watchForDesktopNotices } from './desktop-notice-watch.ts'
import { setLiveLine } from './live.ts'
import { createLiveLeader } from './live-leader.ts'
import { createLiveReceiver } from './live-receiver.ts'
import { CONNECTING, setLiveOff, setLiveStatus } from './live-state.ts'
import { joinTabs, type TabMessage, type Tabs } from './live-tabs.ts'
import { deliverOutbox } from './outbox-delivery.ts'
import { watchTab } from './tab-events.ts'

export interface LiveOptions {
  /** Who is logged in. */
  userId: string
  /** Asks the BFF who is logged in, and sets it in `session.ts`. Never fails. */
  askSession: () => Promise<void>
  /** Opens a page of the site in this tab, without loading the document anew. */
  openPage: (path: string) => void
}

/** Keeps this tab informed of what concerns the user, by its own socket or another tab's. @returns ends it */
export function startLive({ userId, askSession, openPage }: LiveOptions): () => void {
  if (typeof WebSocket === 'undefined') return setLiveOff
  let tabs: Tabs | null = null
  const tell = (message: TabMessage) => tabs?.tell(message)
  const receiver = createLiveReceiver(userId)
  const leader = createLiveLeader({ userId, tell, receiver, onDoubt: () => void resolveDoubt(userId, askSession) })
  const notices = watchForDesktopNotices({ userId, isLeading: () => leader.socket() !== null, tell, openPage })

  function hear(message: TabMessage): void {
    notices.hear(message)
    if (message.kind === 'status') receiver.adoptStatus(message.status, message.line)
    else if (message.kind === 'frame') receiver.deliver(message.frame)
    else leader.hear(message)
  }

  /** Asks it of the own socket, or of the tab that holds it. */
  function ask(message: TabMessage): void {
    if (leader.socket()) leader.hear(message)
    else tell(message)
  }

  function join(): void {
    receiver.expectGap()
    setLiveStatus(CONNECTING)
    tabs = joinTabs({ userId, lead: leader.lead, hear })
  }

  /** Lock, channel and socket would each keep the page out of the browser's back-forward cache. */
  function leave(): void {
    tabs?.leave()
    tabs = null
  }

  setLiveLine({ post: (frame) => ask({ kind: 'post', frame }), renew: () => ask({ kind: 'renew' }) })
  join()
  const stopDelivery = deliverOutbox()
  const stopWatching = watchTab({
    onLeave: leave,
    onReturn: join,
    onLook: () => ask({ kind: 'verify' }),
    // Each tab hears of it by itself.
    onNetworkChange: () => leader.socket()?.renew(),
    onWake: () => {
      receiver.expectGap()
      if (leader.socket()) ask({ kind: 'renew' })
      else tell({ kind: 'hello' })
    },
  })
  return () => {
    stopWatching()
    stopDelivery()
    notices.end()
    leave()
    setLiveLine(null)
    setLiveOff()
  }
}

async function resolveDoubt(userId: string, askSession: () => Promise<void>): Promise<void> {
  await askSession()
  if (useSession.getState().user?.id !== userId) announceSession()
}
