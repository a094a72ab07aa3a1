import type { NoticeCounters } from '@portal/contract/community/messages.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import type { ChatCaller } from './chat-upstream.ts'
import { COUNTERS_FRESH_MS, RECOUNT_GAP_MS, RECOUNT_LATER_MS, RECOUNT_RETRY_MS } from './relay-limits.ts'
import { cancelNothing, type Timers } from './timers.ts'

interface Options {
  count: (caller: ChatCaller) => Promise<NoticeCounters>
  /** A caller whose login is used to fetch; `null` when no socket is left. */
  caller: () => ChatCaller | null
  onChange: (counters: NoticeCounters) => void
  /** Upstream rejected the caller's login. Returns whether another login is left. */
  onFailure: (error: unknown, caller: ChatCaller) => boolean
  now: () => number
  timers: Timers
}

/** Age of a message from which upstream has certainly counted it: clocks rarely differ by more. ms. */
const OLD_MS = 10 * SECOND_MS

/** Unread counters of one user: the last ones from upstream, adjusted by events since. */
export class CounterBoard {
  /** Counters that were last sent to the sockets; `null` before the first response. */
  known: NoticeCounters | null = null
  /** Number of messages counted so far. */
  received = 0
  readonly #options: Options
  /** Fetches in progress, by token; `null` most of the time. */
  #running: Map<string, Promise<void>> | null = null
  #knownAtMs = Number.NEGATIVE_INFINITY
  #fetchedAtMs = Number.NEGATIVE_INFINITY
  #lastFetch = 0
  #lastShown = 0
  /** `again`: another refresh must follow the running one. `checkDue`: a check is due, and not urgent. */
  #state: 'idle' | 'checkDue' | 'waiting' | 'fetching' | 'again' | 'closed' = 'idle'
  #cancelWait = cancelNothing

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether the counters were fetched recently. */
  isFresh(): boolean {
    return this.#options.now() - this.#knownAtMs <= COUNTERS_FRESH_MS
  }

  /**
   * Fetches the counters. Concurrent fetches with the same login share a response.
   * @throws AppError as upstream's call does
   */
  fetch(by: ChatCaller): Promise<void> {
    const { token } = by.session
    const running = this.#running?.get(token)
    if (running) return running
    const fetching = this.fetchUnshared(by).finally(() => {
      this.#running?.delete(token)
      if (this.#running?.size === 0) this.#running = null
    })
    this.#running ??= new Map()
    this.#running.set(token, fetching)
    return fetching
  }

  /** Fetches the counters as `fetch` does, but never shares a fetch in progress. */
  async fetchUnshared(by: ChatCaller): Promise<void> {
    this.#lastFetch += 1
    const number = this.#lastFetch
    this.#fetchedAtMs = this.#options.now()
    const counters = await this.#options.count(by)
    // A response that a later fetch has overtaken is outdated.
    if (number < this.#lastShown || this.#state === 'closed') return
    this.#lastShown = number
    this.#accept(counters)
  }

  /** The counters may have changed: fetches them soon, once for many calls. */
  refresh(): void {
    if (this.#state === 'fetching') this.#state = 'again'
    if (this.#state !== 'idle' && this.#state !== 'checkDue') return
    const waitMs = this.#gapMs()
    if (waitMs === 0) void this.#refreshNow()
    else this.#wait(waitMs)
  }

  /**
   * Counts a new message here, so that a conversation needs no fetch for each message; the counters are checked with
   * upstream later.
   * @param storedAtMs time by upstream's clock; `null` where it is missing: then counters are fetched
   */
  countMessage(storedAtMs: number | null) {
    this.received += 1
    const { known } = this
    const isOld = storedAtMs !== null && storedAtMs < this.#knownAtMs - OLD_MS
    if (!known || (this.#isUncertain(storedAtMs) && !isOld)) return this.refresh()
    if (this.#state === 'idle') this.#wait(RECOUNT_LATER_MS, 'checkDue')
    // Upstream has counted what was stored long before the last fetch.
    if (!isOld) this.#show({ ...known, private: known.private + 1 })
  }

  /** Upstream sent the counters in the response to another call. */
  update(counters: NoticeCounters): void {
    if (this.#running || this.#state === 'fetching' || this.#state === 'again') this.refresh()
    else this.#accept(counters)
  }

  close(): void {
    this.#state = 'closed'
    this.#cancelWait()
  }

  #accept(counters: NoticeCounters): void {
    this.#knownAtMs = this.#options.now()
    if (this.#state === 'checkDue') {
      this.#cancelWait()
      this.#state = 'idle'
    }
    this.#show(counters)
  }

  #show(counters: NoticeCounters): void {
    const { known } = this
    const isSame =
      known?.system === counters.system && known.comment === counters.comment && known.private === counters.private
    this.known = counters
    if (!isSame) this.#options.onChange(counters)
  }

  #wait(ms: number, next: 'waiting' | 'checkDue' = 'waiting'): void {
    this.#cancelWait()
    this.#state = next
    this.#cancelWait = this.#options.timers.after(ms, () => void this.#refreshNow())
  }

  async #refreshNow(): Promise<void> {
    const by = this.#options.caller()
    this.#state = by ? 'fetching' : 'idle'
    if (!by) return
    let retryMs: number | null = null
    try {
      // This fetch is not shared: one in progress may have counted before the change.
      await this.fetchUnshared(by)
    } catch (error) {
      retryMs = this.#options.onFailure(error, by) ? 0 : RECOUNT_RETRY_MS
    }
    const state = this.#stateNow()
    if (state === 'closed') return
    if (retryMs !== null) this.#wait(retryMs)
    else if (state === 'again') this.#wait(this.#gapMs())
    else this.#state = 'idle'
  }

  /** The state changes while upstream responds, which the type checker does not see. */
  #stateNow() {
    return this.#state
  }

  #gapMs(): number {
    return Math.max(0, this.#fetchedAtMs + RECOUNT_GAP_MS - this.#options.now())
  }

  /** Whether upstream may have counted a message already, or is counting now. */
  #isUncertain(storedAtMs: number | null): boolean {
    const isQuiet = (this.#state === 'idle' || this.#state === 'checkDue') && !this.#running
    return !isQuiet || storedAtMs === null || storedAtMs < this.#knownAtMs + RECOUNT_GAP_MS
  }
}
