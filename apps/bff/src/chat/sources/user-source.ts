import { SECOND_MS } from '@portal/contract/constants.ts'
import { WITHDRAW_MS } from '@portal/contract/socket.ts'
import type { LeaseState } from '#shared-state/lease.ts'
import type { ChatEvent } from '../chat-event.ts'
import type { EventSource, Listener } from '../relay-dependencies.ts'
import { nothingToCancel } from '../timers.ts'
import { createConversations } from './conversations.ts'
import { type CounterPoll, createCounterPoll } from './counter-poll.ts'
import { createGapRecovery } from './gap-recovery.ts'
import { createSourceCaller } from './source-caller.ts'
import type { SourceDependencies } from './source-dependencies.ts'
import { readUpstreamFrame } from './upstream-frames.ts'
import { openUpstreamSocket, type SocketAddress, type UpstreamSocket } from './upstream-socket.ts'

/** How far back events may be missed when another instance has died. */
const UNHEARD_MS = 30 * SECOND_MS
/** A socket that fails once mostly comes back at once; after more, upstream is polled until it does. */
const POLL_AFTER_FAILURES = 2

/** Hears for one user, while this instance is the one that does. */
export function listenForUser(listener: Listener, dependencies: SourceDependencies): EventSource {
  const { chatUpstream, fanOut, address, metrics, now, timers } = dependencies
  const { userId } = listener
  const source = createSourceCaller(listener)
  const conversations = createConversations({ chatUpstream, userId })
  const recovery = createGapRecovery({
    ...dependencies,
    conversations,
    source,
    hear: happen,
  })
  const createdMs = now()
  let lease: LeaseState | null = null
  let socket: UpstreamSocket | null = null
  let isSocketOpen = false
  let isSocketAway = false
  let poll: CounterPoll | null = null
  /** Since when no instance may have listened. */
  let unheardSinceMs: number | null = createdMs
  let isFresh = true
  /** Instances are disconnected from each other. */
  let isBroken = !fanOut.isWhole
  let brokenSinceMs = createdMs
  let cancelLook = nothingToCancel

  function happen(event: ChatEvent): void {
    listener.onEvent(event)
    // Counters do not show that unread words were taken back.
    if (poll && event.kind === 'message') lookAfterWithdrawals()
  }

  function lookAfterWithdrawals(): void {
    cancelLook()
    const sinceMs = now()
    cancelLook = timers.after(WITHDRAW_MS, () => recovery.missed({ sinceMs, isThorough: true }))
  }

  /** Looks up what happened while no instance listened. The page of a user who has just connected fetches it by itself. */
  function lookUpUnheard(): void {
    if (unheardSinceMs === null) return
    recovery.missed({ sinceMs: unheardSinceMs, isThorough: !isFresh })
    if (!isFresh) listener.onEvent({ kind: 'recount' })
    isFresh = false
  }

  function review(): void {
    const isOurs = lease === 'held' || lease === 'alone' || (lease === 'elsewhere' && !fanOut.isWhole)
    // Upstreams of the family know one socket a user: without the lease two instances would take it from each other.
    const mayOpen = lease === 'held' || (lease === 'alone' && socket !== null)
    if (address && mayOpen) openSocket(address)
    else closeSocket()
    if (isOurs && (!socket || isSocketAway)) startPoll()
    else stopPoll()
    if (!isOurs && lease === 'elsewhere') unheardSinceMs = null
  }

  function openSocket(at: SocketAddress): void {
    if (socket) return
    // Polling ends here; until the socket is open nothing listens.
    unheardSinceMs ??= now()
    socket = openUpstreamSocket({
      address: at,
      userId,
      source,
      checkSession: async () => void (await source.ask((caller) => chatUpstream.counters(caller))),
      onOpen() {
        setSocketOpen(true)
        isSocketAway = false
        stopPoll()
        lookUpUnheard()
        unheardSinceMs = null
      },
      onClose({ failures, why }) {
        setSocketOpen(false)
        unheardSinceMs ??= now()
        isFresh = false
        isSocketAway = failures >= POLL_AFTER_FAILURES
        if (isSocketAway) dependencies.tellAway(why)
        review()
      },
      onFrame(text) {
        const event = readUpstreamFrame(text, userId, chatUpstream)
        if (event === 'broken') dependencies.tellBroken()
        else if (event && event !== 'heartbeat') recovery.live(event)
        return event === 'heartbeat'
      },
      timers,
      random: dependencies.random,
    })
  }

  function setSocketOpen(isOpen: boolean): void {
    if (isOpen !== isSocketOpen) metrics.listening('socket', isOpen ? 1 : -1)
    isSocketOpen = isOpen
  }

  function closeSocket(): void {
    setSocketOpen(false)
    socket?.close()
    socket = null
    isSocketAway = false
  }

  function startPoll(): void {
    if (poll) return
    poll = createCounterPoll({
      ...dependencies,
      count: () => source.ask((caller) => chatUpstream.counters(caller)),
      deliveredUnread: listener.deliveredUnread,
      onChange({ counters, isUndelivered, sinceMs }) {
        listener.onEvent({ kind: 'recount', counters })
        if (isUndelivered) recovery.missed({ sinceMs, isThorough: false })
      },
      onWake: (sinceMs) => recovery.missed({ sinceMs, isThorough: true }),
    })
    metrics.listening('poll', 1)
    lookUpUnheard()
    // While it stands in for a socket it may overlook something.
    if (!socket) unheardSinceMs = null
  }

  function stopPoll(): void {
    if (!poll) return
    poll.stop()
    poll = null
    metrics.listening('poll', -1)
    cancelLook()
  }

  function reviewBroken(): void {
    const isBrokenNow = !fanOut.isWhole || lease === 'alone'
    if (isBrokenNow === isBroken) return
    isBroken = isBrokenNow
    // Events that other instances received meanwhile were missed here.
    if (isBroken) brokenSinceMs = now()
    else recovery.missed({ sinceMs: brokenSinceMs, isThorough: true })
  }

  const release = dependencies.leases.claim(`chat-source:${userId}`, (state) => {
    if (lease === 'elsewhere' && state !== 'elsewhere') unheardSinceMs ??= now() - UNHEARD_MS
    lease = state
    review()
    reviewBroken()
  })
  const endWatch = fanOut.onChange(() => {
    review()
    reviewBroken()
  })

  return {
    // A socket needs no poll.
    wake: () => poll?.wake(),
    read: conversations.noteRead,
    close() {
      release()
      endWatch()
      closeSocket()
      stopPoll()
      recovery.close()
    },
  }
}
