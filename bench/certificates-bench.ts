import { join } from 'node:path'
import type { Service } from '../scripts/servers/service.ts'
import { measureBatch } from './certificates/batches.ts'
import { copyCertificates } from './certificates/desk-data.ts'
import { measureExports } from './certificates/exports.ts'
import { startSite } from './certificates/lookup-site.ts'
import { compareLookups, type LookupSite } from './certificates/lookups.ts'
import { addPeople, measureApproval, measureLists } from './certificates/measured-desk.ts'
import { measureLog } from './certificates/public-log.ts'
import { type BenchRow, runInTempFolder } from './measuring/bench.ts'

export const name = 'certificates'

const FEW = 1000
const MANY = 1_000_000
/** Number of the newest certificates that have a pending change and cannot be looked up. */
const UNPUBLISHED = 2000

/**
 * Measures a million certificates with three million versions on SQLite: lookups compared with a thousand, through the
 * upstream and through the BFF with its limits, minimum duration and receipt; the list of the desk with its filters,
 * and whole as a file; fifty approvals at once; a public log of a million entries. Exits with 1 when a target is
 * missed.
 */
export async function run(): Promise<BenchRow[]> {
  return runInTempFolder('certificates-bench', async (folder) => {
    const services: Service[] = []
    try {
      for (const count of [FEW, MANY]) await copyCertificates(join(folder, String(count)), count)
      const people = await addPeople(join(folder, String(MANY)))
      const few = await startSite(services, join(folder, String(FEW)))
      const many = await startSite(services, join(folder, String(MANY)))
      const site = (count: number, url: string): LookupSite => ({
        count,
        url,
        published: count === MANY ? MANY - UNPUBLISHED : count,
      })
      const lookups = (way: string, of: 'upstreamUrl' | 'siteUrl') =>
        compareLookups(way, site(FEW, few[of]), site(MANY, many[of]))
      const rows = [
        await measureApproval(many.upstreamUrl, people),
        ...(await lookups('through the upstream', 'upstreamUrl')),
        ...(await lookups('through the BFF', 'siteUrl')),
        ...(await measureLists(many.upstreamUrl, people, MANY)),
      ]
      for (const service of services.splice(0).toReversed()) await service.stop()
      const data = join(folder, String(MANY))
      rows.push(...(await measureExports(data, people, MANY)), ...(await measureBatch(data, people)))
      return [...rows, ...(await measureLog())]
    } finally {
      for (const service of services.toReversed()) await service.stop()
    }
  })
}
