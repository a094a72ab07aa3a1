import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRepositoryPath } from '../../scripts/repository.ts'
import { findFreePort } from '../../scripts/servers/free-port.ts'
import { startService, waitForAddress } from '../../scripts/servers/service.ts'
import { UPSTREAM_ARGS } from '../../scripts/servers/upstream-args.ts'
import type { CallCounts, Gauge, LoopDelay } from './server-gauge.ts'

/** A server in its own process, with a gauge of its resources. */
export interface MeasuredServer {
  /** `http://127.0.0.1:…` */
  url: string
  /** Memory after a garbage collection. */
  memory(): Promise<Gauge>
  usage(): Promise<Pick<Gauge, 'cpuMs' | 'connections' | 'rssBytes'>>
  /** Calls since the last reading. */
  takeCalls(): Promise<CallCounts>
  /** Delays of its event loop since the last reading. */
  takeDelay(): Promise<LoopDelay>
  stop(): Promise<void>
}

const GAUGE = pathToFileURL(getRepositoryPath('bench/measuring/server-gauge.ts')).href
const QUIET = { LOG_LEVEL: 'warn', DEMO_CONTENT: 'off' }

/**
 * Starts one of the project's servers, or a bench's own.
 * @param args options of Node, and its file from the root
 */
async function startMeasured(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<MeasuredServer> {
  const gaugePort = await findFreePort()
  const service = startService({
    name,
    nodeArgs: ['--expose-gc', '--import', GAUGE, ...args],
    env: { ...process.env, ...QUIET, ...env, BENCH_GAUGE_PORT: String(gaugePort) },
    isVerbose: false,
  })
  const url = await waitForAddress(service)
  const ask = async (what: string) => {
    const answer = await fetch(`http://127.0.0.1:${gaugePort}/${what}`)
    return await answer.json()
  }
  return {
    url,
    memory: () => ask('memory'),
    usage: () => ask('usage'),
    takeCalls: () => ask('calls'),
    takeDelay: () => ask('delay'),
    stop: service.stop,
  }
}

interface UpstreamOptions {
  /** Further options of Node. */
  nodeArgs?: readonly string[]
  env?: NodeJS.ProcessEnv
}

/** @param dataDir folder of a database with accounts */
export function startUpstream(dataDir: string, { nodeArgs = [], env }: UpstreamOptions = {}): Promise<MeasuredServer> {
  return startMeasured('upstream', [...nodeArgs, ...UPSTREAM_ARGS], { UPSTREAM_PORT: '0', DATA_DIR: dataDir, ...env })
}

interface SiteOptions {
  dataDir: string
  sessionKey: string
  upstream: MeasuredServer
  /** Whether the site uses upstream's socket; otherwise it polls. */
  hasUpstreamSocket: boolean
  hasPages?: boolean
}

export async function startSite(options: SiteOptions): Promise<MeasuredServer> {
  const { dataDir, sessionKey, upstream, hasUpstreamSocket, hasPages = false } = options
  const port = await findFreePort()
  return startMeasured('bff', ['apps/bff/src/main.ts'], {
    PORT: String(port),
    HOST: '127.0.0.1',
    ADMIN_PORT: '0',
    DATA_DIR: join(dataDir, 'bff'),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '1',
    UPSTREAM_URL: upstream.url,
    SESSION_KEY: sessionKey,
    ...(hasPages ? {} : { WEB_DIST: 'none' }),
    ...(hasUpstreamSocket ? { UPSTREAM_WS_URL: `${upstream.url.replace(/^http/, 'ws')}/websocket` } : {}),
  })
}

/** @param upstream stores messages before they are passed on; if absent, nothing is stored */
export function startBareServer(upstream?: MeasuredServer): Promise<MeasuredServer> {
  return startMeasured('bare ws', ['bench/chat/bare-server.ts'], upstream ? { BENCH_UPSTREAM_URL: upstream.url } : {})
}
