import { Counter, Gauge, type Registry } from 'prom-client'

/** Exported figures of a cache. */
interface Watched {
  /** Look-ups by outcome. */
  readonly counts: Readonly<Record<string, number>>
  readonly size: number
  readonly entries: number
}

export type CacheMetrics = ReturnType<typeof createCacheMetrics>

/** Size and look-ups of the caches, read on each scrape. */
export function createCacheMetrics(registry: Registry) {
  const registers = [registry]
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
  const createGauge = (name: string, help: string, member: 'size' | 'entries') =>
    new Gauge({
      name,
      help,
      labelNames: ['cache'],
      registers,
      collect() {
        for (const [cache, figures] of caches) this.set({ cache }, figures[member])
      },
    })
  createGauge('cache_size_chars', 'Size of a cache, in characters', 'size')
  createGauge('cache_entries', 'Entries of a cache', 'entries')
  return {
    /** @param name label of the cache; a later cache with the same name replaces it */
    watch: (name: 'answers' | 'pages', cache: Watched) => void caches.set(name, cache),
  }
}
