import { setTimeout as delay } from 'node:timers/promises'
import { type Attack, startAttack } from './hostile/attack.ts'
import { HOSTILE_TEXTS } from './hostile/texts.ts'
import { clientAddress, createLoadClient, type LoadClient } from './load/load-client.ts'
import { type LoadedSite, withLoadedSite } from './load/loaded-site.ts'
import { type BenchRow, buildWeb, percentile } from './measuring/bench.ts'

export const name = 'hostile'

/** Maximum time of a lookup by another client during the attack. ms. */
const LOOKUP_TARGET_MS = 100
const SECONDS = 10
/** Interval between requests of each kind, independent of responses. ms. */
const EVERY_MS = 100
/** Pause between two attacks. ms. */
const SETTLE_MS = 3_000

/**
 * Measures the effect of one member's previews on other clients: lookups, health and pages on the idle site, and during
 * six previews of a hostile text. Exits with 1 when a lookup takes 100 ms or more at the median.
 */
export async function run(): Promise<BenchRow[]> {
  await buildWeb()
  return withLoadedSite('hostile-bench', measure)
}

type Latencies = Record<'lookup' | 'health' | 'page', number[]>

async function measure(loaded: LoadedSite): Promise<BenchRow[]> {
  const client = createLoadClient(loaded.site.url)
  const visitors = createVisitors(loaded, client)
  try {
    // The first requests load code.
    await visitors.watch(1)
    const rows = rowsOf('quiet site', await visitors.watch(SECONDS))
    let nth = 0
    for (const [text, contentMd] of Object.entries(HOSTILE_TEXTS)) {
      const member = loaded.members[nth]
      if (!member) throw new Error('there is no member')
      nth += 1
      const attack = startAttack(loaded.site.url, member, contentMd)
      try {
        const latencies = await visitors.watch(SECONDS)
        if (percentile(latencies.lookup, 0.5) >= LOOKUP_TARGET_MS) process.exitCode = 1
        rows.push(...rowsOf(`six previews of ${text}`, latencies), answersRow(text, attack))
      } finally {
        await attack.end()
      }
      await delay(SETTLE_MS)
    }
    return rows
  } finally {
    client.close()
  }
}

/** Makes other clients, each request from another address. */
function createVisitors({ certificates }: LoadedSite, client: LoadClient) {
  let asked = 0
  const next = () => {
    asked += 1
    const headers = { 'x-forwarded-for': clientAddress(asked), 'content-type': 'application/json' }
    return { n: asked, headers }
  }
  const kinds: Record<keyof Latencies, () => Promise<unknown>> = {
    lookup: () => {
      const { n, headers } = next()
      const body = JSON.stringify(certificates[n % certificates.length])
      return client.call('/v1/certificate/check', { method: 'POST', headers, body })
    },
    health: () => client.ask('/healthz'),
    page: () => {
      const { n, headers } = next()
      return client.ask(`/search?keyword=${encodeURIComponent('翡翠')}${n}`, { headers })
    },
  }

  /** Starts one request of each kind at a constant rate, and waits for all of them. */
  async function watch(seconds: number): Promise<Latencies> {
    const latencies: Latencies = { lookup: [], health: [], page: [] }
    const asking: Promise<void>[] = []
    const endsAtMs = performance.now() + seconds * 1_000
    while (performance.now() < endsAtMs) {
      for (const kind of Object.keys(kinds) as (keyof Latencies)[]) {
        const begunMs = performance.now()
        // A refused or missing answer counts with the time that was waited for it.
        const end = () => void latencies[kind].push(performance.now() - begunMs)
        asking.push(kinds[kind]().then(end, end))
      }
      await delay(EVERY_MS)
    }
    await Promise.all(asking)
    return latencies
  }
  return { watch }
}

const KIND_NAMES: Record<keyof Latencies, string> = {
  lookup: 'certificate lookup',
  health: '/healthz',
  page: 'page, rendered',
}

function rowsOf(when: string, latencies: Latencies): BenchRow[] {
  return (Object.keys(KIND_NAMES) as (keyof Latencies)[]).flatMap((kind) =>
    [0.5, 0.99].map((share) => ({
      name: `${when}: ${KIND_NAMES[kind]}, p${share * 100}`,
      value: percentile(latencies[kind], share),
      unit: 'ms',
      ...(kind === 'lookup' && share === 0.5 ? { note: `target: below ${LOOKUP_TARGET_MS}` } : {}),
    })),
  )
}

function answersRow(text: string, { answers }: Attack): BenchRow {
  const all = [...answers].toSorted(([one], [other]) => one - other)
  return {
    name: `six previews of ${text}: answered`,
    value: all.reduce((sum, [, count]) => sum + count, 0),
    unit: '',
    note: all.map(([code, count]) => `${count} × ${code || 'broken off'}`).join(', '),
  }
}
