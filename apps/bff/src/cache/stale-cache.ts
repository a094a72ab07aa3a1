/** What `load` brings: a value, and whether it may be shown to the next visitor too. */
export interface Loaded<T> {
  value: T
  isKept: boolean
  /** Made of old data: as soon as it is no longer fresh, a new one is waited for. */
  isProvisional?: boolean
}

/** Why a value is loaded: there is none to show, an old one that a newer is waited for, or one that is shown meanwhile. */
export type LoadReason = 'missing' | 'expired' | 'refresh'

/** How long values live, in ms of the injected clock. */
export interface CacheTimes {
  /** Shown without asking. */
  freshMs: number
  /** After that, shown at once while a new value is fetched behind. */
  refreshMs: number
  /** After that, shown only when no new value is to be had. */
  keepMs: number
}

export interface CacheAnswer<T> {
  value: T
  /** Age of the value in whole seconds; 0 for one just made. */
  ageSeconds: number
  /** `stale`: upstream did not give a new one. */
  state: 'fresh' | 'refreshing' | 'stale' | 'new'
}

/** What came of asking; `failed`: there was nothing to show. */
export type CacheState = CacheAnswer<unknown>['state'] | 'failed'

interface Entry<T> {
  value: T
  size: number
  storedAtMs: number
  /** When a newer value was last not to be had; 0 when that has not happened. */
  failedAtMs: number
  /** Known to be old: a new value is waited for. */
  isInvalid: boolean
}

interface Options<T> {
  now: () => number
  /** Sum of `sizeOf` over all entries; the least recently used go first. */
  maxSize: number
  sizeOf: (value: T) => number
  /** With an old value in hand, no visitor waits longer than this for a new one. ms. */
  patienceMs?: number
}

/** After a failure the old value is shown without trying again for this long. ms. */
const BACKOFF_MS = 2_000

/**
 * A bounded cache in memory: one request for one key at a time, stale-while-revalidate, stale-if-error. Whatever enters
 * it is shown to anybody, so nothing that belongs to a user may.
 */
export class StaleCache<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #loading = new Map<string, Promise<T>>()
  readonly #options: Required<Options<T>>
  /** How often each came of `get` so far. */
  readonly counts: Record<CacheState, number> = { fresh: 0, refreshing: 0, stale: 0, new: 0, failed: 0 }
  #size = 0

  constructor(options: Options<T>) {
    this.#options = { patienceMs: 2_000, ...options }
  }

  get size(): number {
    return this.#size
  }

  get entries(): number {
    return this.#entries.size
  }

  clear(): void {
    this.#entries.clear()
    this.#size = 0
  }

  /** Drops the keys that fit: what stands there, or is on its way, is known to be old. */
  forget(fits: (key: string) => boolean): void {
    for (const key of this.#entries.keys()) if (fits(key)) this.#forget(key)
    for (const key of this.#loading.keys()) if (fits(key)) this.#loading.delete(key)
  }

  /** Marks values that fit as old: they are shown only when no new one is to be had. What is on its way is not kept. */
  invalidate(fits: (value: T) => boolean): void {
    for (const entry of this.#entries.values()) entry.isInvalid ||= fits(entry.value)
    this.#loading.clear()
  }

  /** A value that is there and fresh, at once; `null` is for `get` to deal with. Counts as asked for. */
  fresh(key: string, freshMs: number): CacheAnswer<T> | null {
    const entry = this.#entries.get(key)
    if (!entry || entry.isInvalid) return null
    const ageMs = this.#options.now() - entry.storedAtMs
    if (ageMs > freshMs) return null
    this.#touch(key, entry)
    return this.#told(entry.value, Math.floor(ageMs / 1000), 'fresh')
  }

  /**
   * The value of a key, made by `load` when there is none that may be shown.
   * @throws whatever `load` throws when there is no old value to show instead.
   */
  async get(key: string, times: CacheTimes, load: (reason: LoadReason) => Promise<Loaded<T>>): Promise<CacheAnswer<T>> {
    const entry = this.#entries.get(key)
    const ageMs = entry ? this.#options.now() - entry.storedAtMs : Number.POSITIVE_INFINITY
    if (!entry || ageMs > times.keepMs)
      return this.#told(await this.#counted(this.#load(key, () => load('missing'))), 0, 'new')
    this.#touch(key, entry)
    const told = (state: CacheAnswer<T>['state']) => this.#told(entry.value, Math.floor(ageMs / 1000), state)
    if (ageMs <= times.freshMs && !entry.isInvalid) return told('fresh')
    const hasJustFailed = entry.failedAtMs > 0 && this.#options.now() - entry.failedAtMs < BACKOFF_MS
    if (hasJustFailed) return told('stale')
    const isAwaited = ageMs > times.refreshMs || entry.failedAtMs > 0 || entry.isInvalid
    const loading = this.#load(key, () => load(isAwaited ? 'expired' : 'refresh'))
    if (!isAwaited) {
      loading.catch(() => {
        // Counted in `failedAtMs`; the next visitor is told that the value is stale.
      })
      return told('refreshing')
    }
    const value = await orNothing(loading, this.#options.patienceMs)
    return value === undefined ? told('stale') : this.#told(value.value, 0, 'new')
  }

  #told(value: T, ageSeconds: number, state: CacheAnswer<T>['state']): CacheAnswer<T> {
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
      ({ value, isKept, isProvisional = false }) => {
        if (this.#loading.get(key) !== loading) return value
        this.#loading.delete(key)
        this.#forget(key)
        if (isKept) this.#store(key, value, isProvisional)
        return value
      },
      (error: unknown) => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key)
        const entry = this.#entries.get(key)
        if (entry) entry.failedAtMs = this.#options.now()
        throw error
      },
    )
    this.#loading.set(key, loading)
    return loading
  }

  #store(key: string, value: T, isProvisional: boolean): void {
    const size = this.#options.sizeOf(value) + key.length
    if (size > this.#options.maxSize / 4) return
    const nowMs = this.#options.now()
    const failedAtMs = isProvisional ? nowMs - BACKOFF_MS : 0
    this.#entries.set(key, { value, size, storedAtMs: nowMs, failedAtMs, isInvalid: false })
    this.#size += size
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#options.maxSize) break
      this.#entries.delete(oldest)
      this.#size -= entry.size
    }
  }

  #forget(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0
    this.#entries.delete(key)
  }

  #touch(key: string, entry: Entry<T>): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
  }
}

/** The value if it comes in time; `undefined` when it fails or takes longer, and the work goes on behind. */
function orNothing<T>(loading: Promise<T>, patienceMs: number): Promise<{ value: T } | undefined> {
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
