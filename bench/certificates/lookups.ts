import type { BenchRow } from '../measuring/bench.ts'
import { getPercentile } from '../measuring/bench.ts'
import { makeCode, makeNumber } from './made-certificates.ts'
import { judgeRow } from './measured-desk.ts'

const LOOKUPS = 3000
const WARM_UP = 200
/** A prime, so that lookups are spread over the whole table. */
const STRIDE = 7_919_317
const RATIO_MAX = 1.5

export interface LookupSite {
  count: number
  /** Number of the oldest certificates, which are published. */
  published: number
  url: string
}

/**
 * Alternates lookups among few and among many certificates, so that the load of the machine affects both.
 * @param way e.g. through the upstream
 */
export async function compareLookups(way: string, few: LookupSite, many: LookupSite): Promise<BenchRow[]> {
  const times = new Map<LookupSite, number[]>([few, many].map((site) => [site, []]))
  for (let round = -WARM_UP; round < LOOKUPS; round += 1) {
    for (const [site, taken] of times) {
      const ms = await lookUp(site, ((round + WARM_UP) * STRIDE) % site.published)
      if (round >= 0) taken.push(ms)
    }
  }
  const at = (site: LookupSite, share: number) => getPercentile(times.get(site) ?? [], share)
  const rows = [few, many].flatMap((site) =>
    [50, 99].map((percent) => ({
      name: `lookup among ${site.count.toLocaleString('en')} ${way}, p${percent}`,
      value: at(site, percent / 100),
      unit: 'ms',
    })),
  )
  const ratio = at(many, 0.99) / at(few, 0.99)
  const row = { name: `p99 among a million to p99 among a thousand ${way}`, value: ratio, unit: '×' }
  return [...rows, judgeRow(row, ratio <= RATIO_MAX, `at most ${RATIO_MAX} ×`)]
}

/** Returns one of many addresses, because hundreds of requests a minute from one would need a proof of work. */
function makeVisitorAddress(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
}

/** @returns the ms until the whole answer was read */
async function lookUp({ url, count }: LookupSite, index: number): Promise<number> {
  const certificateNo = makeNumber(index, count)
  const started = performance.now()
  const answer = await fetch(`${url}/v1/certificate/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'x-forwarded-for': makeVisitorAddress(index) },
    body: JSON.stringify({ certificateNo, checkCode: makeCode(index) }),
  })
  const text = await answer.text()
  const ms = performance.now() - started
  if (!text.includes('"log":') || answer.status !== 200) {
    throw new Error(`lookup of ${certificateNo} answered ${answer.status}: ${text.slice(0, 200)}`)
  }
  return ms
}
