import { runWithDatabase } from '../apps/upstream/src/platform/db/migrate.ts'
import { makePartner } from '../apps/upstream/src/testing/partners.ts'
import type { Service } from '../scripts/servers/service.ts'
import { copyCertificates } from './certificates/desk-data.ts'
import { startSite } from './certificates/lookup-site.ts'
import { makeCode, makeNumber } from './certificates/made-certificates.ts'
import { judgeRow } from './certificates/measured-desk.ts'
import { type BenchRow, getPercentile, runInTempFolder } from './measuring/bench.ts'

export const name = 'partners'

const CERTIFICATES = 100_000
/** Number of published certificates; the newest ones have a pending change and cannot be looked up. */
const PUBLISHED = 98_000
const PAIRS = 100
const CALLS = 200
const WARM_UP = 20
/** A prime, so that pairs are spread over the whole table. */
const STRIDE = 7_919
const P99_MS = 100

type Kind = 'right' | 'unknown'

/**
 * Measures checks of 100 pairs in one call, among a hundred thousand certificates on SQLite. Exits with 1 when a target
 * is missed.
 */
export async function run(): Promise<BenchRow[]> {
  return runInTempFolder('partners-bench', async (folder) => {
    await copyCertificates(folder, CERTIFICATES)
    const keys = await runWithDatabase(`sqlite:${folder}/portal.db`, async (database) => {
      const made = [0, 1, 2, 3].map(() => makePartner(database, { dailyQuota: 1_000_000 }))
      return (await Promise.all(made)).map(({ key }) => key)
    })
    const services: Service[] = []
    try {
      const { upstreamUrl, siteUrl } = await startSite(services, folder)
      const rows: BenchRow[] = []
      for (const [way, url] of [
        ['through the upstream', upstreamUrl],
        ['through the BFF', siteUrl],
      ] as const) {
        for (const kind of ['right', 'unknown'] as const) {
          rows.push(...(await measure({ way, url, kind, key: keys[rows.length / 2] ?? '' })))
        }
      }
      return rows
    } finally {
      for (const service of services.toReversed()) await service.stop()
    }
  })
}

interface Measured {
  way: string
  url: string
  kind: Kind
  key: string
}

async function measure({ way, url, kind, key }: Measured): Promise<BenchRow[]> {
  const taken: number[] = []
  for (let call = -WARM_UP; call < CALLS; call += 1) {
    const ms = await check(url, key, makePairs(call + WARM_UP, kind))
    if (call >= 0) taken.push(ms)
  }
  const makeName = (percent: number) => `${PAIRS} pairs, all ${kind}, ${way}, p${percent}`
  const p99 = getPercentile(taken, 0.99)
  return [
    { name: makeName(50), value: getPercentile(taken, 0.5), unit: 'ms' },
    judgeRow({ name: makeName(99), value: p99, unit: 'ms' }, p99 < P99_MS, `under ${P99_MS} ms`),
  ]
}

function makePairs(call: number, kind: Kind) {
  return Array.from({ length: PAIRS }, (_none, nth) => {
    const index = ((call * PAIRS + nth) * STRIDE) % PUBLISHED
    return { certificateNo: makeNumber(index, CERTIFICATES), checkCode: kind === 'right' ? makeCode(index) : 'ZZZZZZ' }
  })
}

/** @returns the ms until the whole answer was read */
async function check(url: string, key: string, pairs: readonly object[]): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${url}/v1/partner/certificates/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ pairs }),
  })
  const text = await answer.text()
  const ms = performance.now() - started
  // A certificate that does not match the public log is answered too.
  if (!text.startsWith('{"code":200') || text.includes('mismatch'))
    throw new Error(`a check answered ${answer.status}: ${text.slice(0, 200)}`)
  return ms
}
