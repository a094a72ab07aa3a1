import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository } from '../scripts/repository.ts'
import { browserRequest } from './http/http-load.ts'
import { startNginx } from './http/nginx.ts'
import { withServers } from './http/servers.ts'
import { ownRows, ratioRows, takeTurns } from './http/turns.ts'
import { type BenchRow, buildWeb } from './measuring/bench.ts'

export const name = 'static'

const CLIENT = inRepository('apps/web/dist/client')
/** The script nearest to this size is measured: about the median of a first view. Bytes. */
const SIZE = 60_000

/** Compares a built script from our memory with the same compressed file from `@fastify/static` and from nginx. */
export async function run(): Promise<BenchRow[]> {
  await buildWeb()
  return withServers('static-bench', async (servers, folder) => {
    const path = `/assets/${scriptOfSize(SIZE)}`
    const upstream = await servers.startUpstream({ DEMO_CONTENT: 'off' })
    const site = await servers.startSite(upstream)
    const fastify = await servers.start('fastify-static', 'bench/http/bare-server.ts', {
      BENCH_BARE: 'static',
      BENCH_FOLDER: CLIENT,
    })
    const nginx = await startNginx(servers, folder, { root: CLIENT })
    const request = browserRequest(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    const ways = { ours: { server: site, request }, fastify: { server: fastify, request } }
    const size = statSync(`${CLIENT}${path}.br`).size
    if (!nginx) {
      const { ours, fastify: theirs } = await takeTurns(ways)
      return rowsOf(ours, theirs, size)
    }
    const { ours, fastify: theirs, nginx: machine } = await takeTurns({ ...ways, nginx: { server: nginx, request } })
    return [
      ...rowsOf(ours, theirs, size),
      ...ownRows('nginx, gzip_static', machine, 'gzip: Debian’s has no brotli'),
      ...ratioRows('ours to nginx', ours, machine),
    ]
  })
}

type Rounds = Parameters<typeof ratioRows>[1]

function rowsOf(ours: Rounds, theirs: Rounds, size: number): BenchRow[] {
  return [
    ...ownRows('ours, from memory', ours, `${size} bytes of br`),
    ...ownRows('@fastify/static, preCompressed', theirs),
    ...ratioRows('ours to @fastify/static', ours, theirs, 3),
  ]
}

function scriptOfSize(bytes: number): string {
  const distance = (file: string) => Math.abs(statSync(join(CLIENT, 'assets', file)).size - bytes)
  const scripts = readdirSync(join(CLIENT, 'assets')).filter((file) => file.endsWith('.js'))
  const [nearest] = scripts.sort((a, b) => distance(a) - distance(b))
  if (nearest === undefined) throw new Error(`no script in ${CLIENT}`)
  return nearest
}
