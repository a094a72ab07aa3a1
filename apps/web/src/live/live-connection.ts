import { SECOND_MS } from '@portal/contract/constants.ts'
import { announceSession, useSession } from '#lib/session.ts'
import { watchForDesktopNotices } from './desktop-notice-watch.ts'
import { setLiveTransport } from './live.ts'
import { createLiveLeader } from './live-leader.ts'
import { createLiveReceiver } from './live-receiver.ts'
import { CONNECTING, setLiveOff, setLiveStatus } from './live-state.ts'
import { joinTabs, type TabMessage, type Tabs } from './live-tabs.ts'
import { deliverOutbox } from './outbox-delivery.ts'

export interface LiveOptions {
  userId: string
  /** Loads the session from the BFF into `session.ts`. Never fails. */
  reloadSession: () => Promise<void>
  /** Navigates in this tab. */
  openPage: (path: string) => void
}

/**
 * Connects this tab to the user's events, through its own socket or another tab's.
 * @returns a function that disconnects
 */
export function startLive({ userId, reloadSession, openPage }: LiveOptions): () => void {
  if (typeof WebSocket === 'undefined') return setLiveOff
  let tabs: Tabs | null = null
  const broadcast = (message: TabMessage) => tabs?.broadcast(message)
  const receiver = createLiveReceiver(userId)
  const leader = createLiveLeader({
    userId,
    broadcast,
    receiver,
    checkSession: () => void checkSession(userId, reloadSession),
  })
  const notices = watchForDesktopNotices({ userId, isLeading: () => leader.socket() !== null, broadcast, openPage })

  function handleMessage(message: TabMessage): void {
    notices.handleMessage(message)
    if (message.kind === 'status') receiver.adoptStatus(message.status, message.line)
    else if (message.kind === 'frame') receiver.deliver(message.frame)
    else leader.handleMessage(message)
  }

  /** Handles the message with this tab's socket, or sends it to the tab that holds the socket. */
  function request(message: TabMessage): void {
    if (leader.socket()) leader.handleMessage(message)
    else broadcast(message)
  }

  function join(): void {
    receiver.expectGap()
    setLiveStatus(CONNECTING)
    tabs = joinTabs({ userId, lead: leader.lead, handleMessage })
  }

  /** Closes lock, channel and socket, each of which would prevent the back-forward cache. */
  function leave(): void {
    tabs?.leave()
    tabs = null
  }

  setLiveTransport({ post: (frame) => request({ kind: 'post', frame }), renew: () => request({ kind: 'renew' }) })
  join()
  const stopDelivery = deliverOutbox()
  const stopWatching = watchTab({
    leave,
    return: join,
    visible: () => request({ kind: 'verify' }),
    networkChange: () => leader.socket()?.renew(),
    wake: () => {
      receiver.expectGap()
      if (leader.socket()) request({ kind: 'renew' })
      else broadcast({ kind: 'hello' })
    },
  })
  return () => {
    stopWatching()
    stopDelivery()
    notices.end()
    leave()
    setLiveTransport(null)
    setLiveOff()
  }
}

async function checkSession(userId: string, reloadSession: () => Promise<void>): Promise<void> {
  await reloadSession()
  if (useSession.getState().user?.id !== userId) announceSession()
}

const TICK_MS = 15 * SECOND_MS
/** Gap that shows that the tab was suspended: browsers throttle timers of hidden tabs to one a minute. */
const SUSPENDED_MS = 90 * SECOND_MS

/**
 * Watches whether the tab is left for the back-forward cache, restored from it, or woken after the machine was asleep.
 * @returns a function that stops watching
 */
function watchTab(on: Record<'leave' | 'return' | 'visible' | 'networkChange' | 'wake', () => void>): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let isAway = false
  let lastTickMs = Date.now()
  const tick = () => {
    const wasSuspended = Date.now() - lastTickMs > SUSPENDED_MS
    lastTickMs = Date.now()
    if (wasSuspended && !isAway) on.wake()
  }
  const handleHide = () => {
    isAway = true
    on.leave()
  }
  const handleShow = () => {
    if (!isAway) return
    isAway = false
    on.return()
  }
  const handleVisibility = () => {
    if (document.visibilityState !== 'visible') return
    tick()
    on.visible()
  }
  const interval = setInterval(tick, TICK_MS)
  addEventListener('pagehide', handleHide, { signal })
  addEventListener('pageshow', handleShow, { signal })
  addEventListener('online', on.networkChange, { signal })
  addEventListener('offline', on.networkChange, { signal })
  document.addEventListener('visibilitychange', handleVisibility, { signal })
  return () => {
    clearInterval(interval)
    controller.abort()
  }
}
