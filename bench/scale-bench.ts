import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { hasRedisServer, startRedis, type TestRedis } from '../apps/bff/src/testing/start-redis.ts'
import { type OwnPostgres, startPostgres } from '../apps/upstream/src/testing/postgres-setup.ts'
import { findFreePort } from '../scripts/servers/free-port.ts'
import { createSocketOpener } from './chat/clients.ts'
import { fetchRaw } from './http/answers.ts'
import { applyLoad, makeBrowserRequest, type RequestMaker } from './http/http-load.ts'
import { type HttpServer, HttpServers, readCpuMs } from './http/servers.ts'
import { type BenchRow, buildWeb, getMedian, runInTempFolder, sum } from './measuring/bench.ts'
import { createMembers, type Member } from './measuring/member-accounts.ts'

export const name = 'scale'

const ROUNDS = 3
const ROUND_SECONDS = 2
const PAIRS = 20
const MESSAGES = 2_000
const PACKED = { 'accept-encoding': 'gzip, deflate, br, zstd' }

interface Fleet {
  site: HttpServer
  upstream: HttpServer
  redis: TestRedis | null
  postgres: OwnPostgres | undefined
}

/** Costs of one request of a kind: CPU time of each server in µs, and commands to Redis. */
const COSTS = ['site', 'upstream', 'PostgreSQL', 'Redis'] as const
type Cost = Record<(typeof COSTS)[number], number>

/**
 * Measures the figures of `docs/scale.md`: the processor time that each server spends on a page, a file, a call and a
 * message, and the bytes of a page view. Processor time is used because a busy machine changes it less than elapsed
 * time.
 */
export async function run(): Promise<BenchRow[]> {
  await buildWeb()
  return runInTempFolder('scale-bench', measure)
}

async function measure(folder: string): Promise<BenchRow[]> {
  const servers = new HttpServers(folder)
  const redis = hasRedisServer() ? await startRedis() : null
  const postgres = await startPostgres()
  try {
    const sessionKey = randomBytes(32).toString('base64')
    const upstream = await servers.startUpstream(postgres ? { DATABASE_URL: postgres.url } : {})
    const members = await createMembers(folder, PAIRS * 2, sessionKey, postgres?.url)
    const port = await findFreePort()
    const site = await servers.startSite(upstream, {
      PORT: String(port),
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      SESSION_KEY: sessionKey,
      RECEIPT_KEY: sessionKey,
      COOKIE_SECURE: 'off',
      UPSTREAM_WS_URL: `${upstream.url.replace(/^http/, 'ws')}/websocket`,
      ...(redis ? { REDIS_URL: redis.url } : {}),
    })
    const fleet = { site, upstream, redis, postgres }
    const { files, bytes } = await fetchPageView(site.url, '/')
    const rows: BenchRow[] = [
      {
        name: 'front page and the files that it names',
        value: bytes,
        unit: 'bytes',
        note: `${files.length} files and the page, brotli; what scripts ask for later not`,
      },
    ]
    const cookie = members[0]?.cookie ?? ''
    const kinds: Record<string, RequestMaker> = {
      'page from memory': makeBrowserRequest('/', PACKED),
      'page that is rendered': makeBrowserRequest((n) => `/tags?categoryId=33&never=${process.pid}.${n}`, PACKED),
      'file of the build': makeBrowserRequest(files[0] ?? '/', PACKED),
      'call from memory': makeBrowserRequest('/v1/webSiteInfo'),
      'call that goes upstream': makeBrowserRequest('/v1/im/getRoomList', { cookie }),
    }
    for (const [kind, request] of Object.entries(kinds)) rows.push(...makeRows(kind, await measureCost(fleet, request)))
    rows.push(...makeRows('message, sent, stored and shown', await measureMessageCost(fleet, members)))
    return rows
  } finally {
    await servers.stopAll()
    await redis?.stop()
    await postgres?.stop()
  }
}

function makeRows(kind: string, cost: Cost): BenchRow[] {
  const notes: Partial<Record<keyof Cost, string>> = {
    PostgreSQL: 'waits for no disk; 0 without a server',
    Redis: 'those of a script counted',
  }
  return COSTS.map((server) => ({
    name: `${kind}, ${server}`,
    value: cost[server],
    unit: server === 'Redis' ? 'commands' : 'µs of CPU',
    ...(notes[server] && { note: notes[server] }),
  }))
}

/** Fetches a page and the files that it names, as a browser does at its first visit. */
async function fetchPageView(url: string, path: string) {
  const packed = await fetchRaw(url + path, PACKED)
  const html = (await fetchRaw(url + path)).body.toString()
  const files = [...new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"#]+)/g)].map((match) => match[1] ?? ''))]
  const answers = await Promise.all(files.map((file) => fetchRaw(url + file, PACKED)))
  return { files, bytes: sum([packed, ...answers].map(({ body }) => body.length)) }
}

/** Returns the median of some rounds after one that warms up. */
async function measureCost(fleet: Fleet, request: RequestMaker): Promise<Cost> {
  const rounds: Cost[] = []
  let asked = 0
  for (let round = 0; round <= ROUNDS; round += 1) {
    const numberRequests: RequestMaker = (n) => request(asked + n)
    const cost = await measureWork(fleet, async () => {
      const load = { url: fleet.site.url, request: numberRequests, connections: 16, seconds: ROUND_SECONDS }
      const { requests, refused } = await applyLoad(load)
      asked += requests + refused + load.connections
      return requests
    })
    if (round > 0) rounds.push(cost)
  }
  return measureEachCost((server) => getMedian(rounds.map((cost) => cost[server])))
}

function measureEachCost(costOn: (server: keyof Cost) => number): Cost {
  return Object.fromEntries(COSTS.map((server) => [server, costOn(server)])) as Cost
}

/** @param work the measured work; returns its number of repetitions */
async function measureWork({ site, upstream, redis, postgres }: Fleet, work: () => Promise<number>): Promise<Cost> {
  const take = async (): Promise<Cost> => ({
    site: site.cpuMs() * 1000,
    upstream: upstream.cpuMs() * 1000,
    PostgreSQL: readPostgresMs(postgres) * 1000,
    Redis: await countCommands(redis),
  })
  const before = await take()
  const times = await work()
  const after = await take()
  return measureEachCost((server) => (after[server] - before[server]) / times)
}

/** Processor time of the server and of the processes that serve its connections, which last as long as those. */
function readPostgresMs(postgres: OwnPostgres | undefined): number {
  if (!postgres) return 0
  const folder = new URL(postgres.url).searchParams.get('host') ?? ''
  const pid = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0] ?? ''
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const own = all.filter((name) => name === pid || readParentPid(name) === pid)
  return sum(own.map((name) => readCpuMs(Number(name))))
}

function readParentPid(pid: string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    // The process has ended meanwhile.
    return undefined
  }
}

/**
 * Measures a message from one socket of the sender to one of the receiver; each pair sends the next message when the
 * last one has arrived.
 */
async function measureMessageCost(fleet: Fleet, members: readonly Member[]): Promise<Cost> {
  const open = createSocketOpener(fleet.site.url, 'site')
  const exchanges = Array.from({ length: PAIRS }, async (_none, at) => {
    const [sender, receiver] = members.slice(at * 2, at * 2 + 2)
    if (!sender || !receiver) throw new Error('there are not so many members')
    let onArrival = () => {}
    await open(receiver, { onMessage: () => onArrival() })
    const { send } = await open(sender)
    return async (prefix: string, count: number) => {
      for (let n = 0; n < count; n += 1) {
        const arrived = new Promise<void>((resolve) => {
          onArrival = resolve
        })
        send(receiver.id, `${prefix} ${n}`, `${prefix}-${at}-${n}`)
        await arrived
      }
    }
  })
  const pairs = await Promise.all(exchanges)
  const exchangeAll = async (prefix: string, count: number) => {
    await Promise.all(pairs.map((exchange) => exchange(prefix, count / PAIRS)))
    return count
  }
  await exchangeAll('warm', MESSAGES / 4)
  return measureWork(fleet, () => exchangeAll('measured', MESSAGES))
}

/** Returns the number of commands that Redis has run, including this query. */
async function countCommands(redis: TestRedis | null): Promise<number> {
  if (!redis) return 0
  const socket = connect(Number(new URL(redis.url).port), '127.0.0.1')
  socket.write('INFO stats\r\n')
  let text = ''
  while (!/total_commands_processed:\d+\r/.test(text)) text += String((await once(socket, 'data'))[0])
  socket.destroy()
  return Number(/total_commands_processed:(\d+)/.exec(text)?.[1])
}
