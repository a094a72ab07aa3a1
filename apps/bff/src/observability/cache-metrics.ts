import { Counter, Gauge, type Registry } from 'prom-client'

/** The figures of a cache that are exported. */
interface Watched {
  /** Look-ups by outcome. */
  readonly counts: Readonly<Record<string, number>>
  readonly size: number
  readonly entries: number
}

/** What the caches hold, and what came out of them. */
export interface CacheMetrics {
  /** @param name of the cache; each stands for one, and the newest of a name counts */
  watch(name: 'answers' | 'pages', cache: Watched): void
}

/** Reads the caches' own counts when Prometheus asks; an answer from a cache costs nothing more. */
export function createCacheMetrics(registry: Registry): CacheMetrics {
  const registers = [registry]
  const labelNames = ['cache'] as const
  const caches = new Map<string, Watched>()
  new Counter({
    name: 'cache_answers_total',
    help: 'What a cache was asked for, by what came of it; failed: neither an old value nor a new one',
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
    help: 'Memory that a cache counts for what it holds, in characters',
    labelNames,
    registers,
    collect() {
      for (const [cache, { size }] of caches) this.set({ cache }, size)
    },
  })
  new Gauge({
    name: 'cache_entries',
    help: 'Values that a cache holds',
    labelNames,
    registers,
    collect() {
      for (const [cache, { entries }] of caches) this.set({ cache }, entries)
    },
  })
  return { watch: (name, cache) => void caches.set(name, cache) }
}
