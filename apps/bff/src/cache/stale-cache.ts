import { LRUCache } from 'lru-cache'

/** Result of a load: a value, and whether it may be cached. */
export interface Loaded<T> {
  value: T
  isKept: boolean
  /** The value was made from stale data: once it is no longer fresh, callers wait for a new one. */
  isProvisional?: boolean
  /** The value is wrong after this many ms, even if the cache's times allow it: callers wait for a new one. */
  changesInMs?: number | undefined
}

/** Why a value is loaded: there is none, callers wait because it expired, or it is refreshed in the background. */
export type LoadReason = 'missing' | 'expired' | 'refresh'

/** How long values live, in ms of the injected clock. */
export interface CacheTimes {
  /** Age up to which the value is returned without a load. */
  freshMs: number
  /** Age up to which the value is returned at once and refreshed in the background. */
  refreshMs: number
  /** Age up to which the value is returned when a load fails. */
  keepMs: number
}

export interface CacheAnswer<T> {
  value: T
  /** Age of the value in whole seconds; 0 for one just made. */
  ageSeconds: number
  /** `stale`: no new value could be loaded. */
  state: 'fresh' | 'refreshing' | 'stale' | 'new'
}

/** Outcome of a look-up; `failed`: there was no value to return. */
export type CacheState = CacheAnswer<unknown>['state'] | 'failed'

interface Entry<T> {
  value: T
  storedAtMs: number
  /** Time of the last failed load; 0: no load has failed. */
  failedAtMs: number
  /** Callers wait for a new value. */
  isInvalid: boolean
  /** Callers wait for a new value from this instant on. Epoch ms. */
  changesAtMs: number
}

interface Options<T> {
  now: () => number
  /** Maximum sum of `getSize`; the least recently used entries are evicted. */
  maxSize: number
  getSize: (value: T) => number
  /** Maximum wait for a new value while an expired one is available. ms. */
  patienceMs?: number
}

/** Time after a failed load in which the old value is returned without another load. ms. */
const BACKOFF_MS = 2_000

/**
 * A bounded cache in memory: one load for one key at a time, stale-while-revalidate, stale-if-error. Its values are
 * shared by all visitors, so it must hold nothing that belongs to a user.
 */
export class StaleCache<T> {
  readonly #entries: LRUCache<string, Entry<T>>
  readonly #loading = new Map<string, Promise<T>>()
  readonly #options: Required<Options<T>>
  /** Look-ups so far, by outcome. */
  readonly counts: Record<CacheState, number> = { fresh: 0, refreshing: 0, stale: 0, new: 0, failed: 0 }

  constructor(options: Options<T>) {
    this.#options = { patienceMs: 2_000, ...options }
    const { maxSize, getSize } = options
    this.#entries = new LRUCache({
      maxSize,
      maxEntrySize: Math.floor(maxSize / 4),
      sizeCalculation: ({ value }, key) => getSize(value) + key.length,
    })
  }

  get size(): number {
    return this.#entries.calculatedSize
  }

  get entries(): number {
    return this.#entries.size
  }

  clear(): void {
    this.#entries.clear()
  }

  /** Drops matching keys; loads in progress for them are not stored. */
  forget(fits: (key: string) => boolean): void {
    for (const key of [...this.#entries.keys()]) if (fits(key)) this.#entries.delete(key)
    for (const key of this.#loading.keys()) if (fits(key)) this.#loading.delete(key)
  }

  /** Marks matching values as expired: they are returned only when a load fails. Loads in progress are not stored. */
  invalidate(fits: (value: T) => boolean): void {
    for (const entry of this.#entries.values()) entry.isInvalid ||= fits(entry.value)
    this.#loading.clear()
  }

  /** Returns the cached value if it is fresh. Counts as a look-up. */
  fresh(key: string, freshMs: (value: T) => number): CacheAnswer<T> | null {
    const entry = this.#entries.get(key)
    if (!entry || this.#isOver(entry)) return null
    const ageMs = this.#options.now() - entry.storedAtMs
    if (ageMs > freshMs(entry.value)) return null
    return this.#counting(entry.value, Math.floor(ageMs / 1000), 'fresh')
  }

  /** Returns the cached value, however old it is. Does not count as a look-up. */
  peek(key: string): T | undefined {
    return this.#entries.peek(key)?.value
  }

  /**
   * Returns the cached value if it is fresh and does not change by itself for `lastsMs`. Does not count as a look-up.
   */
  peekLasting(key: string, freshMs: (value: T) => number, lastsMs: number): T | null {
    const entry = this.#entries.peek(key)
    const nowMs = this.#options.now()
    if (!entry || this.#isOver(entry) || entry.changesAtMs - nowMs < lastsMs) return null
    return nowMs - entry.storedAtMs <= freshMs(entry.value) ? entry.value : null
  }

  /**
   * Returns the value of a key; loads it when no cached one may be returned.
   * @throws what `load` throws when there is no old value to return instead
   */
  async get(key: string, times: CacheTimes, load: (reason: LoadReason) => Promise<Loaded<T>>): Promise<CacheAnswer<T>> {
    const entry = this.#entries.get(key)
    const ageMs = entry ? this.#options.now() - entry.storedAtMs : Number.POSITIVE_INFINITY
    if (!entry || ageMs > times.keepMs)
      return this.#counting(await this.#counted(this.#load(key, () => load('missing'))), 0, 'new')
    const answer = (state: CacheAnswer<T>['state']) => this.#counting(entry.value, Math.floor(ageMs / 1000), state)
    const isOver = this.#isOver(entry)
    if (ageMs <= times.freshMs && !isOver) return answer('fresh')
    const hasJustFailed = entry.failedAtMs > 0 && this.#options.now() - entry.failedAtMs < BACKOFF_MS
    if (hasJustFailed) return answer('stale')
    const isAwaited = ageMs > times.refreshMs || entry.failedAtMs > 0 || isOver
    const loading = this.#load(key, () => load(isAwaited ? 'expired' : 'refresh'))
    if (!isAwaited) {
      loading.catch(() => {
        // Recorded in `failedAtMs`; the next look-up is `stale`.
      })
      return answer('refreshing')
    }
    const value = await waitUpTo(loading, this.#options.patienceMs)
    return value === undefined ? answer('stale') : this.#counting(value.value, 0, 'new')
  }

  #isOver({ isInvalid, changesAtMs }: Entry<T>): boolean {
    return isInvalid || this.#options.now() >= changesAtMs
  }

  /**
   * Returns the time until a cached value changes by itself, in ms: 0 when it already has, `null` when it has no such
   * time. Does not count as a look-up.
   */
  changesInMs(key: string): number | null {
    const changesAtMs = this.#entries.peek(key)?.changesAtMs ?? Number.POSITIVE_INFINITY
    return changesAtMs === Number.POSITIVE_INFINITY ? null : Math.max(0, changesAtMs - this.#options.now())
  }

  #counting(value: T, ageSeconds: number, state: CacheAnswer<T>['state']): CacheAnswer<T> {
    this.counts[state] += 1
    return { value, ageSeconds, state }
  }

  async #counted(loading: Promise<T>): Promise<T> {
    try {
      return await loading
    } catch (error) {
      this.counts.failed += 1
      throw error
    }
  }

  #load(key: string, load: () => Promise<Loaded<T>>): Promise<T> {
    const running = this.#loading.get(key)
    if (running) return running
    const loading = load().then(
      ({ value, isKept, isProvisional = false, changesInMs }) => {
        if (this.#loading.get(key) !== loading) return value
        this.#loading.delete(key)
        this.#entries.delete(key)
        if (isKept) this.#store(key, value, isProvisional, changesInMs)
        return value
      },
      (error: unknown) => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key)
        const entry = this.#entries.peek(key)
        if (entry) entry.failedAtMs = this.#options.now()
        throw error
      },
    )
    this.#loading.set(key, loading)
    return loading
  }

  #store(key: string, value: T, isProvisional: boolean, changesInMs = Number.POSITIVE_INFINITY): void {
    const nowMs = this.#options.now()
    const changesAtMs = nowMs + changesInMs
    const failedAtMs = isProvisional ? nowMs - BACKOFF_MS : 0
    this.#entries.set(key, { value, storedAtMs: nowMs, failedAtMs, isInvalid: false, changesAtMs })
  }
}

/** Returns the value if it is loaded in time; else `undefined`, and the load continues. */
function waitUpTo<T>(loading: Promise<T>, patienceMs: number): Promise<{ value: T } | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs, undefined)
    loading.then(
      (value) => {
        clearTimeout(timer)
        resolve({ value })
      },
      () => {
        clearTimeout(timer)
        resolve(undefined)
      },
    )
  })
}
