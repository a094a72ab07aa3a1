import { join } from 'node:path'
import { findFreePort } from '../scripts/servers/free-port.ts'
import { addressOf, type Service, startService } from '../scripts/servers/service.ts'
import { copyCertificates } from './certificates/desk-data.ts'
import { measureExports } from './certificates/exports.ts'
import { compareLookups, type LookupSite } from './certificates/lookups.ts'
import { addPeople, measureApproval, measureLists } from './certificates/measured-desk.ts'
import { type BenchRow, inTempFolder } from './measuring/bench.ts'

export const name = 'certificates'

const FEW = 1000
const MANY = 1_000_000
/** The newest ones of many are in work, and cannot be looked up. */
const UNPUBLISHED = 2000

/**
 * A million certificates with three million versions on SQLite: lookups compared with a thousand, through the upstream and
 * through the BFF with its limits, minimum duration and receipt; the list of the desk with its filters, and whole as a file; and
 * fifty approvals at once. Exit 1 when a target is missed.
 */
export async function run(): Promise<BenchRow[]> {
  return inTempFolder('certificates-bench', async (folder) => {
    const services: Service[] = []
    try {
      for (const count of [FEW, MANY]) await copyCertificates(join(folder, String(count)), count)
      const people = await addPeople(join(folder, String(MANY)))
      const few = await startSite(services, join(folder, String(FEW)))
      const many = await startSite(services, join(folder, String(MANY)))
      const site = (count: number, url: string): LookupSite => ({
        ...{ count, url, published: count === MANY ? MANY - UNPUBLISHED : count },
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
      return [...rows, ...(await measureExports(join(folder, String(MANY)), people, MANY))]
    } finally {
      for (const service of services.toReversed()) await service.stop()
    }
  })
}

/** Upstream and BFF as processes, on ports of the system's choice. */
async function startSite(services: Service[], dataDir: string) {
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO_CONTENT: 'off' }
  const start = async (service: string, more: NodeJS.ProcessEnv) => {
    const started = startService({
      name: service,
      nodeArgs: [`apps/${service}/src/main.ts`],
      env: { ...env, ...more },
      isVerbose: false,
    })
    services.push(started)
    return await addressOf(started)
  }
  const upstreamUrl = await start('upstream', { UPSTREAM_PORT: '0' })
  const port = await findFreePort()
  const siteUrl = await start('bff', {
    ...{ PORT: String(port), PUBLIC_ORIGIN: `http://127.0.0.1:${port}`, HOST: '127.0.0.1', ADMIN_PORT: '0' },
    ...{ WEB_DIST: 'none', TRUST_PROXY: '1', UPSTREAM_URL: upstreamUrl, EMBEDDED_UPSTREAM: '1' },
  })
  return { upstreamUrl, siteUrl }
}
