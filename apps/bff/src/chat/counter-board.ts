import { SECOND_MS } from '@portal/contract/constants.ts'
import type { NoticeCounters } from '@portal/contract/messages.ts'
import type { ChatCaller } from './chat-upstream.ts'
import { COUNTERS_FRESH_MS, RECOUNT_GAP_MS, RECOUNT_LATER_MS, RECOUNT_RETRY_MS } from './relay-limits.ts'
import { nothingToCancel, type Timers } from './timers.ts'

/** Unread counters of one user: the last ones from upstream, and events since. */
export interface CounterBoard {
  /** As last sent to the sockets; `null` before the first answer. */
  readonly known: NoticeCounters | null
  /** Whether they were fetched recently. */
  isFresh(): boolean
  /**
   * Asks upstream now; those who ask at once with the same login share an answer, unless it must be asked `anew`.
   * @throws AppError as upstream's call does
   */
  ask(caller: ChatCaller, how?: 'shared' | 'anew'): Promise<void>
  /** They may have changed: asks soon, many times as once. */
  refresh(): void
  /**
   * A message for the user has come. It is counted here, so that a conversation costs upstream no question for each
   * message; now and then upstream is asked whether that is right.
   * @param storedAtMs by upstream's clock; null where it is missing: then counters are fetched
   */
  arrive(storedAtMs: number | null): void
  /** How many have come. */
  readonly arrivals: number
  /** Upstream sent them in the answer to another call. */
  told(counters: NoticeCounters): void
  close(): void
}

interface Options {
  count: (caller: ChatCaller) => Promise<NoticeCounters>
  /** A caller to fetch with; `null` when no socket is left. */
  caller: () => ChatCaller | null
  onChange: (counters: NoticeCounters) => void
  /** Upstream no longer knows the login that asked. `true`: there is another to ask with. */
  onFailure: (error: unknown, caller: ChatCaller) => boolean
  now: () => number
  timers: Timers
}

/** Clocks differ less than that, mostly. ms. */
const OLD_MS = 10 * SECOND_MS

export function createCounterBoard({ count, caller, onChange, onFailure, now, timers }: Options): CounterBoard {
  /** By token. Most of the time there is none. */
  let running: Map<string, Promise<void>> | null = null
  let knownAtMs = Number.NEGATIVE_INFINITY
  let askedAtMs = Number.NEGATIVE_INFINITY
  let asked = 0
  let shown = 0
  /** `asking`: a refresh is under way. `again`: and another must follow. `doubting`: one is due, and not urgent. */
  let state: 'idle' | 'doubting' | 'waiting' | 'asking' | 'again' | 'closed' = 'idle'
  let cancelWait = nothingToCancel

  async function askOnce(by: ChatCaller): Promise<void> {
    asked += 1
    const turn = asked
    askedAtMs = now()
    const counters = await count(by)
    // An answer that was overtaken by a later question's is out of date.
    if (turn < shown || state === 'closed') return
    shown = turn
    settle(counters)
  }

  /** Upstream knows best: there is nothing left to be in doubt of. */
  function settle(counters: NoticeCounters): void {
    knownAtMs = now()
    if (state === 'doubting') {
      cancelWait()
      state = 'idle'
    }
    show(counters)
  }

  function show(counters: NoticeCounters): void {
    const { known } = board
    const isSame =
      known?.system === counters.system && known.comment === counters.comment && known.private === counters.private
    board.known = counters
    if (!isSame) onChange(counters)
  }

  function ask(by: ChatCaller, how: 'shared' | 'anew' = 'shared'): Promise<void> {
    if (how === 'anew') return askOnce(by)
    const { token } = by.session
    const under = running?.get(token)
    if (under) return under
    const asking = askOnce(by).finally(() => {
      running?.delete(token)
      if (running?.size === 0) running = null
    })
    running ??= new Map()
    running.set(token, asking)
    return asking
  }

  function wait(ms: number, next: 'waiting' | 'doubting' = 'waiting'): void {
    cancelWait()
    state = next
    cancelWait = timers.after(ms, () => void refreshNow())
  }

  async function refreshNow(): Promise<void> {
    const by = caller()
    state = by ? 'asking' : 'idle'
    if (!by) return
    let retryMs: number | null = null
    try {
      // Not shared: a fetch under way may have counted before the change.
      await askOnce(by)
    } catch (error) {
      retryMs = onFailure(error, by) ? 0 : RECOUNT_RETRY_MS
    }
    if (isClosed()) return
    if (retryMs !== null) wait(retryMs)
    else if (isAgain()) wait(gapMs())
    else state = 'idle'
  }

  // Read through functions: the state changes while upstream is asked.
  const isClosed = () => state === 'closed'
  const isAgain = () => state === 'again'
  const gapMs = () => Math.max(0, askedAtMs + RECOUNT_GAP_MS - now())

  function refresh(): void {
    if (state === 'asking') state = 'again'
    if (state !== 'idle' && state !== 'doubting') return
    if (gapMs() === 0) void refreshNow()
    else wait(gapMs())
  }

  /** Whether upstream may have counted it already, or is just counting. */
  function isUncertain(storedAtMs: number | null): boolean {
    const isQuiet = (state === 'idle' || state === 'doubting') && !running
    return !isQuiet || storedAtMs === null || storedAtMs < knownAtMs + RECOUNT_GAP_MS
  }

  const board: { -readonly [Name in keyof CounterBoard]: CounterBoard[Name] } = {
    known: null,
    arrivals: 0,
    isFresh: () => now() - knownAtMs <= COUNTERS_FRESH_MS,
    ask,
    refresh,
    arrive(storedAtMs) {
      board.arrivals += 1
      const { known } = board
      const isOld = storedAtMs !== null && storedAtMs < knownAtMs - OLD_MS
      if (!known || (isUncertain(storedAtMs) && !isOld)) {
        refresh()
        return
      }
      if (state === 'idle') wait(RECOUNT_LATER_MS, 'doubting')
      // Upstream has counted what was stored long before it was asked.
      if (!isOld) show({ ...known, private: known.private + 1 })
    },
    told(counters) {
      if (running || state === 'asking' || state === 'again') refresh()
      else settle(counters)
    },
    close() {
      state = 'closed'
      cancelWait()
    },
  }
  return board
}
