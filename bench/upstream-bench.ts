import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../apps/upstream/src/db/migrate.ts'
import { openDatabase } from '../apps/upstream/src/db/open.ts'
import { startPostgres } from '../apps/upstream/src/testing/postgres-setup.ts'
import { startService } from '../scripts/servers/service.ts'
import type { BenchRow } from './measuring/bench-row.ts'
import { percentile } from './measuring/percentile.ts'
import { fill } from './upstream/upstream-data.ts'
import { load, SCENARIOS, type Scenario, WORST_CASES } from './upstream/upstream-load.ts'

export const name = 'upstream'

const RATE_PER_SECOND = 50
const REQUESTS_EACH = 100
const WARM_UP_EACH = 10
const P99_TARGET_MS = 10

/**
 * Lists, articles, search and comments at 100,000 articles and 1,000,000 comments, over HTTP at a constant rate, all
 * kinds of requests in turn: what one of them costs, the others wait for. On SQLite, and on PostgreSQL where there is one.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-upstream-bench-'))
  const postgres = await startPostgres()
  try {
    const file = join(folder, 'portal.db')
    const rows = await runOn('SQLite', `sqlite:${file}`, folder)
    rows.push({ name: 'SQLite: database', value: statSync(file).size / 2 ** 20, unit: 'MiB' })
    if (postgres) rows.push(...(await runOn('PostgreSQL', postgres.url, join(folder, 'postgres'))))
    return rows
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runOn(label: string, databaseUrl: string, dataDir: string): Promise<BenchRow[]> {
  const startedAt = performance.now()
  const database = openDatabase(databaseUrl)
  await migrate(database)
  await fill(database)
  await database.close()
  const filled = { name: 'filled', value: (performance.now() - startedAt) / 1000, unit: 's' }
  const rows = await measure('apps/upstream/src/main.ts', databaseUrl, dataDir)
  return [filled, ...rows].map((row) => ({ ...row, name: `${label}: ${row.name}` }))
}

/** Runs the upstream as a process of its own and asks it. @param main its main.ts */
export async function measure(main: string, databaseUrl: string, dataDir: string): Promise<BenchRow[]> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, UPSTREAM_PORT: '0', LOG_LEVEL: 'warn' }
  const service = startService({ name: 'upstream', nodeArgs: [main], env, isVerbose: false })
  try {
    const ended = service.ended.then(({ how }) => Promise.reject(new Error(`upstream: ${how}`)))
    const url = await Promise.race([service.address, ended])
    const mix = {
      url,
      scenarios: SCENARIOS,
      ratePerSecond: RATE_PER_SECOND,
      requests: REQUESTS_EACH,
      warmUp: WARM_UP_EACH,
    }
    const worst = { url, scenarios: WORST_CASES, ratePerSecond: 1, requests: 5, warmUp: 1 }
    const times = await Promise.race([load(mix), ended])
    return [...rowsOf(times), ...rowsOf(await Promise.race([load(worst), ended]))]
  } finally {
    await service.stop()
  }
}

function* rowsOf(times: ReadonlyMap<Scenario, number[]>): Generator<BenchRow> {
  const groups = Map.groupBy(times, ([{ group }]) => group)
  for (const [group, members] of groups) {
    for (const [scenario, taken] of members) yield* percentiles(`${group}, ${scenario.name}`, taken)
    if (group === 'worst case') continue
    const all = members.flatMap(([, taken]) => taken)
    for (const row of percentiles(`${group}, all`, all)) {
      const isTarget = row.name.endsWith('p99') && group !== 'counts'
      const verdict = row.value < P99_TARGET_MS ? 'met' : 'missed'
      yield isTarget ? { ...row, note: `target under ${P99_TARGET_MS} ms: ${verdict}` } : row
    }
  }
}

function percentiles(label: string, times: readonly number[]): BenchRow[] {
  return [50, 99].map((percent) => ({
    name: `${label}, p${percent}`,
    value: percentile(times, percent / 100),
    unit: 'ms',
  }))
}
