import { Counter, Gauge, type Registry } from 'prom-client'

/** The figures of a cache that are exported. */
interface Watched {
  /** Look-ups by outcome. */
  readonly counts: Readonly<Record<string, number>>
  readonly size: number
  readonly entries: number
}

/** Size and look-ups of the caches. */
export interface CacheMetrics {
  /** @param name label of the cache; a later one of the same name replaces it */
  watch(name: 'answers' | 'pages', cache: Watched): void
}

/** Reads the caches' own counts on each scrape. */
export function createCacheMetrics(registry: Registry): CacheMetrics {
  const registers = [registry]
  const labelNames = ['cache'] as const
  const caches = new Map<string, Watched>()
  new Counter({
    name: 'cache_answers_total',
    help: 'Cache look-ups by outcome; failed: neither an old value nor a new one',
    labelNames: ['cache', 'state'] as const,
    registers,
    collect() {
      this.reset()
      for (const [cache, { counts }] of caches) {
        for (const [state, count] of Object.entries(counts)) this.inc({ cache, state }, count)
      }
    },
  })
  new Gauge({
    name: 'cache_size_chars',
    help: 'Size of a cache, in characters',
    labelNames,
    registers,
    collect() {
      for (const [cache, { size }] of caches) this.set({ cache }, size)
    },
  })
  new Gauge({
    name: 'cache_entries',
    help: 'Entries of a cache',
    labelNames,
    registers,
    collect() {
      for (const [cache, { entries }] of caches) this.set({ cache }, entries)
    },
  })
  return { watch: (name, cache) => void caches.set(name, cache) }
}
