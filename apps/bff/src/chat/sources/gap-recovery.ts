import type { FastifyBaseLogger } from 'fastify'
import type { ChatEvent } from '../chat-event.ts'
import { nothingToCancel, type Timers } from '../timers.ts'
import { createBackoff } from './backoff.ts'
import type { Conversations, Gap } from './conversations.ts'
import type { Semaphore } from './semaphore.ts'
import type { SourceCaller } from './source-caller.ts'
import type { SourceMetrics } from './source-metrics.ts'

/** Delivers one user's events in order: buffers live events until the missed ones have been fetched. */
export interface GapRecovery {
  live(event: ChatEvent): void
  /** Events may have been missed. */
  missed(gap: Gap): void
  close(): void
}

interface Options {
  conversations: Conversations
  source: SourceCaller
  hear: (event: ChatEvent) => void
  /** Shared by the look-ups of all users. */
  semaphore: Semaphore
  metrics: SourceMetrics
  timers: Timers
  random: () => number
  log: FastifyBaseLogger
}

/** Buffered events; more are delivered before the missed ones. */
const WAITING_MAX = 200
const RETRY = { leastMs: 1_000, mostMs: 30_000 }

export function createGapRecovery(options: Options): GapRecovery {
  const { conversations, source, hear, semaphore, metrics, timers, random, log } = options
  const backoff = createBackoff({ ...RETRY, random })
  const waiting: ChatEvent[] = []
  let gap: Gap | null = null
  let isLooking = false
  let isClosed = false
  let cancelRetry = nothingToCancel

  function tell(event: ChatEvent): void {
    // During a gap older messages may be missing, so the newest one is not recorded.
    if (event.kind === 'message' && !gap && !isLooking) conversations.note(event.message)
    hear(event)
  }

  function tellWaiting(): void {
    for (const event of waiting.splice(0)) tell(event)
  }

  async function look(): Promise<void> {
    if (isLooking || isClosed) return
    isLooking = true
    cancelRetry()
    try {
      while (gap && !isClosed) await lookUp(gap)
      backoff.reset()
    } catch (error) {
      log.debug({ err: error }, 'missed events could not be fetched, will be retried')
      if (!isClosed) cancelRetry = timers.after(backoff.next(), () => void look())
    } finally {
      isLooking = false
      if (!isClosed) tellWaiting()
    }
  }

  async function lookUp(looked: Gap): Promise<void> {
    gap = null
    try {
      const events = await semaphore(() => source.ask((caller) => conversations.lookUp(caller, looked)))
      metrics.lookedUp()
      if (isClosed) return
      for (const event of events ?? []) hear(event)
    } catch (error) {
      gap = union(gap, looked)
      throw error
    }
  }

  return {
    live(event) {
      if (!isLooking || waiting.length >= WAITING_MAX) tell(event)
      else waiting.push(event)
    },
    missed(next) {
      gap = union(gap, next)
      void look()
    },
    close() {
      isClosed = true
      waiting.length = 0
      cancelRetry()
    },
  }
}

function union(one: Gap | null, other: Gap): Gap {
  if (!one) return other
  return { sinceMs: Math.min(one.sinceMs, other.sinceMs), isThorough: one.isThorough || other.isThorough }
}
