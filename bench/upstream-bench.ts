import { runWithDatabase } from '../apps/upstream/src/platform/db/migrate.ts'
import { startService, waitForAddress } from '../scripts/servers/service.ts'
import { UPSTREAM_ARGS } from '../scripts/servers/upstream-args.ts'
import { type BenchRow, getPercentile } from './measuring/bench.ts'
import { onBothDatabases } from './measuring/databases.ts'
import { fill } from './upstream/upstream-data.ts'
import { load, SCENARIOS, type Scenario, WORST_CASES } from './upstream/upstream-load.ts'

export const name = 'upstream'

const RATE_PER_SECOND = 50
const REQUESTS_EACH = 100
const WARM_UP_EACH = 10
const P99_TARGET_MS = 10

/** How many times as long PostgreSQL may take as SQLite, which needs no round trips. */
const RATIO_TARGET = 2

/**
 * Measures lists, articles, search and comments at 100,000 articles and 1,000,000 comments, over HTTP at a constant
 * rate, all kinds of requests in turn: a slow one delays the others. On SQLite, and on PostgreSQL where there is one.
 */
export async function run(): Promise<BenchRow[]> {
  const rows = await onBothDatabases('upstream-bench', async (url, dataDir) => {
    const startedAt = performance.now()
    await runWithDatabase(url, fill)
    const filled = { name: 'filled', value: (performance.now() - startedAt) / 1000, unit: 's' }
    return [filled, ...(await measure(url, dataDir))]
  })
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  return rows.map((row) => {
    const onSqlite = values.get(row.name.replace('PostgreSQL', 'SQLite'))
    if (!row.name.startsWith('PostgreSQL') || !row.name.endsWith('p99') || onSqlite === undefined) return row
    const isMet = row.value < P99_TARGET_MS || row.value <= RATIO_TARGET * onSqlite
    return { ...row, note: `target ${RATIO_TARGET} × SQLite or ${P99_TARGET_MS} ms: ${isMet ? 'met' : 'missed'}` }
  })
}

/** Runs the upstream in its own process and sends it requests. */
async function measure(databaseUrl: string, dataDir: string): Promise<BenchRow[]> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, UPSTREAM_PORT: '0', LOG_LEVEL: 'warn' }
  const service = startService({ name: 'upstream', nodeArgs: UPSTREAM_ARGS, env, isVerbose: false })
  try {
    const url = await waitForAddress(service)
    const ended = service.ended.then(({ how }) => Promise.reject(new Error(`upstream: ${how}`)))
    const usual = { ratePerSecond: RATE_PER_SECOND, requests: REQUESTS_EACH, warmUp: WARM_UP_EACH }
    const times = await Promise.race([load({ url, scenarios: SCENARIOS, ...usual }), ended])
    const worst = { url, scenarios: WORST_CASES, ratePerSecond: 1, requests: 5, warmUp: 1 }
    return [...makeRows(times), ...makeRows(await Promise.race([load(worst), ended]))]
  } finally {
    await service.stop()
  }
}

function* makeRows(times: ReadonlyMap<Scenario, number[]>): Generator<BenchRow> {
  const groups = Map.groupBy(times, ([{ group }]) => group)
  for (const [group, members] of groups) {
    for (const [scenario, taken] of members) yield* makePercentiles(`${group}, ${scenario.name}`, taken)
    if (group === 'worst case') continue
    const all = members.flatMap(([, taken]) => taken)
    for (const row of makePercentiles(`${group}, all`, all)) {
      const isTarget = row.name.endsWith('p99') && group !== 'counts'
      const verdict = row.value < P99_TARGET_MS ? 'met' : 'missed'
      yield isTarget ? { ...row, note: `target under ${P99_TARGET_MS} ms: ${verdict}` } : row
    }
  }
}

function makePercentiles(label: string, times: readonly number[]): BenchRow[] {
  return [50, 99].map((p) => ({ name: `${label}, p${p}`, value: getPercentile(times, p / 100), unit: 'ms' }))
}
