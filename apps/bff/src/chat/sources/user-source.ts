import { SECOND_MS } from '@portal/contract/constants.ts'
import { WITHDRAW_MS } from '@portal/contract/socket.ts'
import type { LeaseState } from '#shared-state/lease.ts'
import type { ChatEvent } from '../chat-event.ts'
import type { EventSource, Listener } from '../relay-dependencies.ts'
import { cancelNothing } from '../timers.ts'
import { createConversations } from './conversations.ts'
import { createCounterPoll } from './counter-poll.ts'
import { createGapRecovery } from './gap-recovery.ts'
import { createSourceCaller } from './source-caller.ts'
import type { SourceDependencies } from './source-dependencies.ts'
import { readUpstreamFrame } from './upstream-frames.ts'
import { openUpstreamSocket, type SocketAddress } from './upstream-socket.ts'

/** Period before a takeover in which events may have been missed, because another instance has died. */
const TAKEOVER_GAP_MS = 30 * SECOND_MS
/** Number of failures in a row after which upstream is polled: a socket that fails once usually reopens at once. */
const POLL_AFTER_FAILURES = 2

/** Receives the events of one user from upstream, while this instance is the one that listens. */
export class UserSource implements EventSource {
  readonly #listener: Listener
  readonly #dependencies: SourceDependencies
  readonly #source: ReturnType<typeof createSourceCaller>
  readonly #conversations: ReturnType<typeof createConversations>
  readonly #recovery: ReturnType<typeof createGapRecovery>
  readonly #release: () => void
  readonly #endWatch: () => void
  #lease: LeaseState | null = null
  #socket: ReturnType<typeof openUpstreamSocket> | null = null
  #isSocketOpen = false
  #isSocketAway = false
  #poll: ReturnType<typeof createCounterPoll> | null = null
  /** Time since which no instance may have listened. */
  #missedSinceMs: number | null
  #isNew = true
  /** Whether instances are disconnected from each other. */
  #isCutOff: boolean
  #cutOffSinceMs: number
  #cancelRecheck = cancelNothing

  constructor(listener: Listener, dependencies: SourceDependencies) {
    const { chatUpstream, fanOut, leases, now } = dependencies
    const { userId } = listener
    this.#listener = listener
    this.#dependencies = dependencies
    this.#source = createSourceCaller(listener)
    this.#conversations = createConversations({ chatUpstream, userId })
    this.#recovery = createGapRecovery({
      ...dependencies,
      conversations: this.#conversations,
      source: this.#source,
      onEvent: (event) => this.#deliver(event),
    })
    this.#missedSinceMs = now()
    this.#isCutOff = !fanOut.isWhole
    this.#cutOffSinceMs = now()
    this.#release = leases.claim(`chat-source:${userId}`, (state) => {
      if (this.#lease === 'elsewhere' && state !== 'elsewhere') this.#missedSinceMs ??= now() - TAKEOVER_GAP_MS
      this.#lease = state
      this.#update()
    })
    this.#endWatch = fanOut.onChange(() => this.#update())
  }

  wake(): void {
    // A socket needs no poll.
    this.#poll?.wake()
  }

  read(peerId: string): void {
    this.#conversations.noteRead(peerId)
  }

  close(): void {
    this.#release()
    this.#endWatch()
    this.#closeSocket()
    this.#stopPoll()
    this.#recovery.close()
  }

  #deliver(event: ChatEvent): void {
    this.#listener.onEvent(event)
    if (this.#poll && event.kind === 'message') this.#recheckWithdrawals()
  }

  /** Fetches withdrawals: counters do not show that an unread message was withdrawn. */
  #recheckWithdrawals(): void {
    const { now, timers } = this.#dependencies
    const sinceMs = now()
    this.#cancelRecheck()
    this.#cancelRecheck = timers.after(WITHDRAW_MS, () => this.#recovery.recover({ sinceMs, isThorough: true }))
  }

  /** Fetches what happened while no instance listened. A newly connected page fetches it by itself. */
  #recoverMissed(): void {
    if (this.#missedSinceMs === null) return
    this.#recovery.recover({ sinceMs: this.#missedSinceMs, isThorough: !this.#isNew })
    if (!this.#isNew) this.#listener.onEvent({ kind: 'recount' })
    this.#isNew = false
  }

  /** Reacts to a change of the lease or of the connection between instances. */
  #update(): void {
    this.#chooseWay()
    this.#checkCutOff()
  }

  #chooseWay(): void {
    const { address, fanOut } = this.#dependencies
    const lease = this.#lease
    const isOurs = lease === 'held' || lease === 'alone' || (lease === 'elsewhere' && !fanOut.isWhole)
    // Upstreams of this family keep one socket per user: if there were no lease, two instances would close each other's
    // socket again and again.
    const mayOpen = lease === 'held' || (lease === 'alone' && this.#socket !== null)
    if (address && mayOpen) this.#openSocket(address)
    else this.#closeSocket()
    if (isOurs && (!this.#socket || this.#isSocketAway)) this.#startPoll()
    else this.#stopPoll()
    if (!isOurs && lease === 'elsewhere') this.#missedSinceMs = null
  }

  /**
   * Fetches what instances received while they were disconnected from each other. It begins before this one noticed: what it
   * published then has reached nobody.
   */
  #checkCutOff(): void {
    const { fanOut, now } = this.#dependencies
    const isCutOff = !fanOut.isWhole || this.#lease === 'alone'
    if (isCutOff === this.#isCutOff) return
    this.#isCutOff = isCutOff
    if (isCutOff) this.#cutOffSinceMs = now()
    else this.#recovery.recover({ sinceMs: this.#cutOffSinceMs, isThorough: true, isRepeated: true })
  }

  #openSocket(address: SocketAddress): void {
    if (this.#socket) return
    const { chatUpstream, now, timers, random, onBrokenFrame, onSocketAway } = this.#dependencies
    const { userId } = this.#listener
    // Polling ends here; until the socket is open nothing listens.
    this.#missedSinceMs ??= now()
    this.#socket = openUpstreamSocket({
      address,
      userId,
      source: this.#source,
      checkSession: async () => void (await this.#fetchCounters()),
      onOpen: () => {
        this.#setSocketOpen(true)
        this.#isSocketAway = false
        this.#stopPoll()
        this.#recoverMissed()
        this.#missedSinceMs = null
      },
      onClose: ({ failures, reason }) => {
        this.#setSocketOpen(false)
        this.#missedSinceMs ??= now()
        this.#isNew = false
        this.#isSocketAway = failures >= POLL_AFTER_FAILURES
        if (this.#isSocketAway) onSocketAway(reason)
        this.#chooseWay()
      },
      onFrame: (text) => {
        const event = readUpstreamFrame(text, userId, chatUpstream)
        if (event === 'broken') onBrokenFrame()
        else if (event && event !== 'heartbeat') this.#recovery.deliverLive(event)
        return event === 'heartbeat'
      },
      timers,
      random,
    })
  }

  #setSocketOpen(isOpen: boolean): void {
    if (isOpen !== this.#isSocketOpen) this.#dependencies.metrics.listening('socket', isOpen ? 1 : -1)
    this.#isSocketOpen = isOpen
  }

  #closeSocket(): void {
    this.#setSocketOpen(false)
    this.#socket?.close()
    this.#socket = null
    this.#isSocketAway = false
  }

  #startPoll(): void {
    if (this.#poll) return
    this.#poll = createCounterPoll({
      ...this.#dependencies,
      count: () => this.#fetchCounters(),
      deliveredUnread: this.#listener.deliveredUnread,
      onChange: ({ counters, isUndelivered, sinceMs }) => {
        this.#listener.onEvent({ kind: 'recount', counters })
        if (isUndelivered) this.#recovery.recover({ sinceMs, isThorough: false })
      },
      onWake: (sinceMs) => this.#recovery.recover({ sinceMs, isThorough: true }),
    })
    this.#dependencies.metrics.listening('poll', 1)
    this.#recoverMissed()
    // A poll in place of a socket may miss something.
    if (!this.#socket) this.#missedSinceMs = null
  }

  #stopPoll(): void {
    if (!this.#poll) return
    this.#poll.stop()
    this.#poll = null
    this.#dependencies.metrics.listening('poll', -1)
    this.#cancelRecheck()
  }

  #fetchCounters() {
    return this.#source.call((caller) => this.#dependencies.chatUpstream.counters(caller))
  }
}
