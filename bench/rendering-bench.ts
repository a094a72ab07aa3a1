import { fetchRaw, keepAnswer } from './http/answers.ts'
import { browserRequest } from './http/http-load.ts'
import { withServers } from './http/servers.ts'
import { ownRows, ratioRows, takeTurns } from './http/turns.ts'
import { type BenchRow, buildWeb, median } from './measuring/bench.ts'

export const name = 'rendering'

const PAGES = { 'front page': '/', 'list of articles': '/tags', 'checking a certificate': '/certificate-check' }
const UNCACHED_MAX_MS = 3

/**
 * Compares pages of the demo content as a browser receives them with a constant answer of the same bytes and headers
 * from bare Fastify; also measures pages that are requested for the first time and whose data is cached.
 */
export async function run(): Promise<BenchRow[]> {
  await buildWeb()
  return withServers('rendering-bench', async (servers, folder) => {
    const site = await servers.startSite(await servers.startUpstream())
    const packed = { 'accept-encoding': 'gzip, deflate, br, zstd' }
    const page = await settledPage(`${site.url}/`, packed)
    const bare = (answer: typeof page, kind: string) =>
      servers.start(`constant ${kind}`, 'bench/http/bare-server.ts', {
        BENCH_BARE: 'constant',
        BENCH_FILE: keepAnswer(folder, kind, answer),
      })
    const constant = await bare(page, 'like it')
    const { 'content-type': type = '', 'content-encoding': encoding = '' } = page.headers
    const plain = await bare({ ...page, headers: { 'content-type': type, 'content-encoding': encoding } }, 'plain')

    const cached = await takeTurns({
      ours: { server: site, request: browserRequest('/', packed) },
      constant: { server: constant, request: browserRequest('/', packed) },
      plain: { server: plain, request: browserRequest('/', packed) },
    })
    const rows = [
      ...ownRows('cached page', cached.ours, `${page.body.length} bytes of ${encoding}`),
      ...ownRows('constant answer, bare Fastify, the same headers', cached.constant),
      ...ownRows('constant answer, bare Fastify, two headers', cached.plain),
      ...ratioRows('cached page to constant answer', cached.ours, cached.constant, 0.6),
      ...ratioRows('cached page to constant answer without our headers', cached.ours, cached.plain, 0.6),
    ]
    for (const [title, path] of Object.entries(PAGES)) {
      const never = (n: number) => `${path}?never=${n}`
      const fresh = await takeTurns({
        plain: { server: site, request: browserRequest(never), connections: 4 },
        packed: { server: site, request: browserRequest((n) => `${never(n)}p`, packed), connections: 4 },
      })
      for (const [kind, rounds] of Object.entries(fresh)) {
        const milliseconds = median(rounds.cpuUs) / 1000
        const verdict = milliseconds <= UNCACHED_MAX_MS ? 'met' : 'MISSED'
        rows.push({
          name: `uncached page, ${title}, ${kind === 'plain' ? 'sent as it is' : 'brotli included'}`,
          value: milliseconds,
          unit: 'ms of CPU',
          note: `whole process, all threads; target ${UNCACHED_MAX_MS} or less: ${verdict}`,
        })
      }
    }
    return rows
  })
}

/** Returns the page once it comes from memory. */
async function settledPage(url: string, headers: Record<string, string>) {
  await fetchRaw(url, headers)
  return await fetchRaw(url, headers)
}
