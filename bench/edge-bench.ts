import { join } from 'node:path'
import { getRepositoryPath } from '../scripts/repository.ts'
import { hasNginx } from '../tests/scale/nginx.ts'
import { fetchRaw } from './http/answers.ts'
import { startEdge, startFileNginx } from './http/edge-nginx.ts'
import { applyLoad, makeBrowserRequest, type RequestMaker } from './http/http-load.ts'
import { type HttpServer, type HttpServers, runWithServers } from './http/servers.ts'
import { makeOwnRows, makeRatioRows, takeTurns } from './http/turns.ts'
import { type BenchRow, buildWeb, getMedian, sum } from './measuring/bench.ts'

export const name = 'edge'

const ASSETS = getRepositoryPath('apps/web/dist/client/assets')
/** Host name: nginx caches pages under the site's own name only. */
const HOST = '127.0.0.1'
const PACKED = { host: HOST, 'accept-encoding': 'gzip, deflate, br, zstd' }
const FROM_A_PAGE = { ...PACKED, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
const CALL = '/v1/webSiteInfo'
const TARGET = 0.8
const MANY_SITES = 4
const ROUNDS = 3
const ROUND_SECONDS = 2

/**
 * Compares cached answers of nginx with nginx serving the same bytes as files, then measures the mix of
 * `docs/scale.md`.
 */
export async function run(): Promise<BenchRow[]> {
  if (!hasNginx()) throw new Error('there is no nginx')
  await buildWeb()
  return runWithServers('edge-bench', async (servers, folder) => [
    ...(await mix(servers, folder)),
    ...(await compareCachedWithFiles(servers, folder)),
  ])
}

async function compareCachedWithFiles(servers: HttpServers, folder: string): Promise<BenchRow[]> {
  const upstream = await servers.startUpstream()
  const site = await startSite(servers, upstream, folder, 'one')
  const edge = await startEdge(servers, folder, { sites: [site], upstream, assets: ASSETS })
  const page = await fetchRaw(`${edge.url}/`, PACKED)
  const call = await fetchRaw(edge.url + CALL, FROM_A_PAGE)
  const files = await startFileNginx(servers, folder, { page, call })
  const results = await takeTurns({
    page: { server: edge, request: makeBrowserRequest('/', PACKED) },
    pageFile: { server: files, request: makeBrowserRequest('/page', PACKED) },
    pageOfSite: { server: site, request: makeBrowserRequest('/', PACKED) },
    call: { server: edge, request: makeBrowserRequest(CALL, FROM_A_PAGE) },
    callFile: { server: files, request: makeBrowserRequest('/call', FROM_A_PAGE) },
    callOfSite: { server: site, request: makeBrowserRequest(CALL, FROM_A_PAGE) },
  })
  return [
    ...makeOwnRows('page kept by nginx', results.page, `${page.body.length} bytes of br`),
    ...makeOwnRows('the page as a file of nginx', results.pageFile, 'the same head; log'),
    ...makeOwnRows('the page from the site', results.pageOfSite),
    ...makeOwnRows('call kept by nginx', results.call, `${call.body.length} bytes`),
    ...makeOwnRows('the call as a file of nginx', results.callFile, 'the same head; log'),
    ...makeOwnRows('the call from the site', results.callOfSite),
    ...makeRatioRows('kept page to its file', results.page, results.pageFile, TARGET),
    ...makeRatioRows('kept page to the site', results.page, results.pageOfSite),
    ...makeRatioRows('kept call to its file', results.call, results.callFile, TARGET),
    ...makeRatioRows('kept call to the site', results.call, results.callOfSite),
  ]
}

/** Starts a site that takes requests from nginx and directly: in both cases the first entry identifies the browser. */
function startSite(servers: HttpServers, upstream: HttpServer, folder: string, own: string): Promise<HttpServer> {
  const env = { PUBLIC_ORIGIN: `http://${HOST}`, TRUST_PROXY: '2', DATA_DIR: join(folder, own) }
  return servers.startSite(upstream, env)
}

/** Makes the requests of visits: built files, cached and other calls, pages, one in twenty of them rendered. */
async function createMix(url: string): Promise<RequestMaker> {
  const html = (await fetchRaw(`${url}/`)).body.toString()
  const files = [...new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"#]+)/g)].map((match) => match[1] ?? ''))]
  const calls = [CALL, '/v1/', '/v1/category/', '/v1/article/?pageNo=1&pageSize=10', '/v1/tag/']
  for (const address of [...files, ...calls]) {
    const { status } = await fetchRaw(url + address, FROM_A_PAGE)
    if (status !== 200) throw new Error(`${address} was answered ${status}`)
  }
  const file = makeBrowserRequest((n) => files[n % files.length] ?? '/', PACKED)
  const cached = makeBrowserRequest((n) => calls[n % calls.length] ?? CALL, FROM_A_PAGE)
  // No page of the list is requested twice.
  const other = makeBrowserRequest((n) => `/v1/article/?pageNo=${2 + (n % 900_000)}&pageSize=10`, FROM_A_PAGE)
  const page = makeBrowserRequest('/', PACKED)
  const rendered = makeBrowserRequest((n) => `/tags?categoryId=33&never=${process.pid}.${n}`, PACKED)
  const VISIT = 47
  return (n) => {
    const slot = (n * 17) % VISIT
    if (slot < 5) return cached(n)
    if (slot < 7) return other(n)
    if (slot > 7) return file(n)
    return Math.floor(n / VISIT) % 20 === 0 ? rendered(n) : page(n)
  }
}

async function mix(servers: HttpServers, folder: string): Promise<BenchRow[]> {
  const upstream = await servers.startUpstream({ DATA_DIR: join(folder, 'mix') })
  const sites: HttpServer[] = []
  for (let at = 0; at < MANY_SITES; at += 1) sites.push(await startSite(servers, upstream, folder, `mix-${at}`))
  const [site] = sites
  if (!site) throw new Error('there is no site')
  const beside = await startEdge(servers, join(folder, 'mix'), { sites: [site], upstream, assets: ASSETS })
  const inFront = await startEdge(servers, join(folder, 'mix'), { sites, upstream, assets: ASSETS })
  const request = await createMix(site.url)
  let asked = 0

  /** Measures CPU µs of each server for one request of the mix, and requests a second as this machine answers them. */
  async function measure(entry: HttpServer, nginx: HttpServer | null) {
    const rounds: Record<'nginx' | 'site' | 'upstream' | 'perSecond', number>[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const of = (all: readonly (HttpServer | null)[]) => sum(all.map((server) => server?.cpuMs() ?? 0)) * 1000
      const take = () => ({ nginx: of([nginx]), site: of(sites), upstream: of([upstream]) })
      const before = take()
      const from = asked
      const load = {
        url: entry.url,
        request: (n: number) => request(from + n),
        connections: 32,
        seconds: ROUND_SECONDS,
      }
      const { requests, refused, seconds } = await applyLoad(load)
      asked += requests + refused + load.connections
      const after = take()
      const each = (server: keyof typeof after) => (after[server] - before[server]) / requests
      rounds.push({
        nginx: each('nginx'),
        site: each('site'),
        upstream: each('upstream'),
        perSecond: requests / seconds,
      })
    }
    const typical = (figure: keyof (typeof rounds)[number]) => getMedian(rounds.slice(1).map((round) => round[figure]))
    return {
      nginx: typical('nginx'),
      site: typical('site'),
      upstream: typical('upstream'),
      perSecond: typical('perSecond'),
    }
  }

  const alone = await measure(site, null)
  const one = await measure(beside, beside)
  const four = await measure(inFront, inFront)
  const rows = (what: string, cost: Awaited<ReturnType<typeof measure>>, count: number): BenchRow[] => {
    const limits = { nginx: 1e6 / cost.nginx, site: (count * 1e6) / cost.site, upstream: 1e6 / cost.upstream }
    const capacity = Math.min(...Object.values(limits))
    const first = Object.entries(limits).find(([, limit]) => limit === capacity)?.[0] ?? ''
    return [
      { name: `mix, ${what}, nginx`, value: cost.nginx, unit: 'µs of CPU' },
      { name: `mix, ${what}, sites`, value: cost.site, unit: 'µs of CPU' },
      { name: `mix, ${what}, upstream`, value: cost.upstream, unit: 'µs of CPU' },
      {
        name: `mix, ${what}, here`,
        value: cost.perSecond,
        unit: 'requests/s',
        note: 'all on one machine, with the clients',
      },
      {
        name: `mix, ${what}, with a core for each process`,
        value: capacity,
        unit: 'requests/s',
        note: `first limit: ${first}`,
      },
    ]
  }
  return [
    ...rows('one site', alone, 1),
    ...rows('nginx and one site', one, 1),
    ...rows('nginx and four sites', four, MANY_SITES),
  ]
}
