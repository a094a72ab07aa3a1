import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { runWithDatabase } from '../apps/upstream/src/platform/db/migrate.ts'
import { claimKey } from '../apps/upstream/src/platform/secrets/claim-key.ts'
import { loadDigest } from '../apps/upstream/src/platform/secrets/instance-secret.ts'
import { startService, waitForAddress } from '../scripts/servers/service.ts'
import { UPSTREAM_ARGS } from '../scripts/servers/upstream-args.ts'
import { fillManaged } from './manage/manage-data.ts'
import { LISTINGS, type Listing } from './manage/manage-lists.ts'
import { type BenchRow, getPercentile, readOption } from './measuring/bench.ts'
import { onBothDatabases } from './measuring/databases.ts'

export const name = 'manage'

const ROUNDS = 100
const WARM_UP = 5
const P99_TARGET_MS = 50

/**
 * Measures every list of the management pages at 100,000 rows, with each of its filters, over HTTP: one request after
 * another with pauses, all lists in turn. On SQLite, and on PostgreSQL where there is one. Exits with 1 when a list is
 * slower than its target. `--only=orders` measures the lists of that name.
 */
export async function run(): Promise<BenchRow[]> {
  return onBothDatabases('manage-bench', async (url, dataDir) => {
    const { token } = await runWithDatabase(url, async (database) => {
      // The database gets its key while its audit log is empty: the entries that follow have made-up hashes.
      await claimKey(database.db, loadDigest({ dataDir, instanceKey: null }))
      return await fillManaged(database)
    })
    return await measure(url, dataDir, token)
  })
}

async function measure(databaseUrl: string, dataDir: string, token: string): Promise<BenchRow[]> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, UPSTREAM_PORT: '0', LOG_LEVEL: 'warn' }
  const service = startService({ name: 'upstream', nodeArgs: UPSTREAM_ARGS, env, isVerbose: false })
  try {
    const url = await waitForAddress(service)
    const ended = service.ended.then(({ how }) => Promise.reject(new Error(`upstream: ${how}`)))
    const times = await Promise.race([timeListings(url, token), ended])
    return [...times].map(([{ list, name }, taken]) => makeRow(`${list}: ${name}`, taken))
  } finally {
    await service.stop()
  }
}

function makeRow(name: string, taken: readonly number[]): BenchRow {
  const p99 = getPercentile(taken, 0.99)
  const isMissed = p99 >= P99_TARGET_MS
  if (isMissed) process.exitCode = 1
  const note = `p50 ${getPercentile(taken, 0.5).toFixed(1)}${isMissed ? `; target under ${P99_TARGET_MS} ms: missed` : ''}`
  return { name, value: p99, unit: 'ms p99', note }
}

async function timeListings(url: string, token: string): Promise<Map<Listing, number[]>> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const only = readOption('only')
  const listings = LISTINGS.filter(({ list }) => !only || list === only)
  const times = new Map<Listing, number[]>(listings.map((listing) => [listing, []]))
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const listing of listings) {
      const ms = await timeRequest(agent, url + listing.path, token)
      if (round >= 0) times.get(listing)?.push(ms)
      // A server that is never idle would wait for its own garbage collection, and for its share of a busy machine.
      await delay(2 + ms / 2)
    }
  }
  agent.destroy()
  return times
}

/** Time from the request until the answer was read, ms. */
function timeRequest(agent: http.Agent, url: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const request = http.get(url, { agent, headers: { authorization: token } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.on('end', () => resolve(performance.now() - startedAt)).on('error', reject)
      answer.resume()
    })
    request.on('error', reject)
  })
}
