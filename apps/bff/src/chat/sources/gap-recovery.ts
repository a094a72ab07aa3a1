import type { ChatEvent } from '../chat-event.ts'
import { cancelNothing } from '../timers.ts'
import { Backoff } from './backoff.ts'
import type { Conversations, Gap } from './conversations.ts'
import type { SourceCaller } from './source-caller.ts'
import type { SourceDependencies } from './source-dependencies.ts'

interface Options extends Pick<SourceDependencies, 'semaphore' | 'metrics' | 'timers' | 'random' | 'log'> {
  conversations: Conversations
  source: SourceCaller
  onEvent: (event: ChatEvent) => void
}

/** Maximum number of buffered events; more are delivered before the missed ones. */
const BUFFERED_MAX = 200
const RETRY = { leastMs: 1_000, mostMs: 30_000 }

/** Delivers one user's events in order: buffers live events until the missed ones have been fetched. */
export function createGapRecovery(options: Options) {
  const { conversations, source, onEvent, semaphore, metrics, timers, random, log } = options
  const backoff = new Backoff({ ...RETRY, random })
  const buffered: ChatEvent[] = []
  let gap: Gap | null = null
  let isRecovering = false
  let isClosed = false
  let cancelRetry = cancelNothing

  function deliver(event: ChatEvent): void {
    // Older messages may be missing during a gap, so the newest one is not recorded.
    if (event.kind === 'message' && !gap && !isRecovering) conversations.note(event.message)
    onEvent(event)
  }

  async function recover(): Promise<void> {
    if (isRecovering || isClosed) return
    isRecovering = true
    cancelRetry()
    try {
      while (gap && !isClosed) await fetchMissed(gap)
      backoff.reset()
    } catch (error) {
      log.debug({ err: error }, 'missed events could not be fetched, will be retried')
      if (!isClosed) cancelRetry = timers.after(backoff.next(), () => void recover())
    } finally {
      isRecovering = false
      if (!isClosed) for (const event of buffered.splice(0)) deliver(event)
    }
  }

  async function fetchMissed(current: Gap): Promise<void> {
    gap = null
    try {
      const events = await semaphore(() => source.call((caller) => conversations.fetchMissed(caller, current)))
      metrics.recovered()
      if (isClosed) return
      for (const event of events ?? []) onEvent(event)
    } catch (error) {
      gap = mergeGaps(gap, current)
      throw error
    }
  }

  return {
    deliverLive(event: ChatEvent): void {
      if (!isRecovering || buffered.length >= BUFFERED_MAX) deliver(event)
      else buffered.push(event)
    },
    /** Events may have been missed: fetches them. */
    recover(missed: Gap): void {
      gap = mergeGaps(gap, missed)
      void recover()
    },
    close(): void {
      isClosed = true
      buffered.length = 0
      cancelRetry()
    },
  }
}

function mergeGaps(one: Gap | null, other: Gap): Gap {
  if (!one) return other
  return {
    sinceMs: Math.min(one.sinceMs, other.sinceMs),
    isThorough: one.isThorough || other.isThorough,
    isRepeated: one.isRepeated === true || other.isRepeated === true,
  }
}
