import { listArticles } from '../packages/contract/src/articles/articles.ts'
import { listBoardMessages } from '../packages/contract/src/site/directory.ts'
import { fetchRaw, keepAnswer } from './http/answers.ts'
import { makeBrowserRequest } from './http/http-load.ts'
import { startNginx } from './http/nginx.ts'
import { runWithServers } from './http/servers.ts'
import { makeCostRow, makeOwnRows, makeRatioRows, takeTurns, type Way } from './http/turns.ts'
import type { BenchRow } from './measuring/bench.ts'

export const name = 'proxy'

const FROM_A_PAGE = {
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
}

/**
 * Compares calls of a page, both those that the site forwards to upstream each time and those that it may cache, with
 * `@fastify/http-proxy` (defaults) and nginx in front of the same upstream. Only the site counts calls of each client,
 * checks the session and the origin of a call, and checks the answer against the contract.
 */
export async function run(): Promise<BenchRow[]> {
  return runWithServers('proxy-bench', async (servers, folder) => {
    const upstream = await servers.start('upstream', 'bench/http/proxied-server.ts')
    const site = await servers.startSite(upstream, { WEB_DIST: 'none' })
    const fastify = await servers.start('fastify-http-proxy', 'bench/http/bare-server.ts', {
      BENCH_UPSTREAM_URL: upstream.url,
    })
    const nginx = await startNginx(servers, folder, { proxyTo: upstream })
    const each = makeBrowserRequest(listBoardMessages.path, FROM_A_PAGE)
    const cachedAddress = `${listArticles.path}?pageNo=1&pageSize=10`
    const cachedRequest = makeBrowserRequest(cachedAddress, FROM_A_PAGE)
    const constant = await servers.start('constant', 'bench/http/bare-server.ts', {
      BENCH_BARE: 'constant',
      BENCH_FILE: keepAnswer(folder, 'cached', await fetchRaw(site.url + cachedAddress)),
    })
    const size = (await fetchRaw(site.url + listBoardMessages.path)).body.length

    const ways: Record<string, Way> = {
      uncached: { server: site, request: each },
      cached: { server: site, request: cachedRequest },
      fastify: { server: fastify, request: each },
      ceiling: { server: constant, request: cachedRequest },
      ...(nginx ? { nginx: { server: nginx, request: each } } : {}),
    }
    const { uncached, cached, fastify: bare, ceiling, nginx: machine } = await takeTurns(ways)
    if (!uncached || !cached || !bare || !ceiling) throw new Error('a way was not measured')
    return [
      ...makeOwnRows('site, call that goes upstream', uncached, `${size} bytes`),
      ...makeOwnRows('site, cached public answer', cached),
      ...makeOwnRows('@fastify/http-proxy, its defaults', bare),
      ...makeOwnRows('bare Fastify, the cached answer as a constant', ceiling),
      ...(machine ? makeOwnRows('nginx proxy_pass', machine) : []),
      makeCostRow('call that goes upstream to @fastify/http-proxy', uncached, bare, 1.4),
      makeCostRow('cached answer to bare Fastify’s constant', cached, ceiling, 1.6),
      ...makeRatioRows('call that goes upstream to @fastify/http-proxy', uncached, bare),
      ...makeRatioRows('cached answer to @fastify/http-proxy', cached, bare),
      ...makeRatioRows('cached answer to bare Fastify’s constant', cached, ceiling),
      ...(machine ? makeRatioRows('call that goes upstream to nginx', uncached, machine) : []),
      ...(machine ? makeRatioRows('cached answer to nginx', cached, machine) : []),
    ]
  })
}
