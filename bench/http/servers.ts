import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRepositoryPath, root } from '../../scripts/repository.ts'
import { runInTempFolder } from '../measuring/bench.ts'

/** A server in its own process. */
export interface HttpServer {
  /** `http://127.0.0.1:…` */
  url: string
  /** Processor time of all its threads since it started, user and system. ms */
  cpuMs(): number
  stop(): Promise<void>
}

const PARENT_EXIT_WATCHER = pathToFileURL(getRepositoryPath('scripts/servers/parent-exit-watcher.ts')).href

/** Runs `work` with a temporary folder and servers, which are stopped afterwards. */
export function runWithServers<T>(
  name: string,
  work: (servers: HttpServers, folder: string) => Promise<T>,
): Promise<T> {
  return runInTempFolder(name, async (folder) => {
    const servers = new HttpServers(folder)
    try {
      return await work(servers, folder)
    } finally {
      await servers.stopAll()
    }
  })
}

/** Servers of one bench, stopped together. */
export class HttpServers {
  readonly #running: HttpServer[] = []
  readonly #folder: string
  readonly #checkout: string

  /**
   * @param folder folder of their data and logs
   * @param checkout checkout of the project whose sources and build they run
   */
  constructor(folder: string, checkout = root) {
    this.#folder = folder
    this.#checkout = checkout
  }

  /** Starts a server of the project, which sends its address by a message. It logs to a file, as in production. */
  async start(name: string, main: string, env: NodeJS.ProcessEnv = {}): Promise<HttpServer> {
    const log = openSync(join(this.#folder, `${name}.log`), 'a')
    const child = spawn(process.execPath, ['--import', PARENT_EXIT_WATCHER, ...makeProfileOptions(name), main], {
      cwd: this.#checkout,
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', log, log, 'ipc'],
    })
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${name} ended:\n${readFileSync(join(this.#folder, `${name}.log`), 'utf8').slice(-2000)}`)
    })
    const [message] = await Promise.race([once(child, 'message'), ended])
    ended.catch(() => undefined)
    return this.#add(child, (message as { address: string }).address)
  }

  /** Starts a server of another program that listens at `url` soon. */
  async startOther(command: string, args: string[], url: string): Promise<HttpServer> {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    await waitFor(url)
    return this.#add(child, url)
  }

  startUpstream(env: NodeJS.ProcessEnv = {}): Promise<HttpServer> {
    return this.start('upstream', 'apps/upstream/src/main.ts', {
      UPSTREAM_PORT: '0',
      DATA_DIR: this.#folder,
      DEMO_CONTENT: 'on',
      LOG_LEVEL: 'warn',
      ...env,
    })
  }

  /** Starts the site as in production, with its log and counters, behind one proxy. */
  startSite(upstream: HttpServer, env: NodeJS.ProcessEnv = {}): Promise<HttpServer> {
    return this.start('bff', 'apps/bff/src/main.ts', {
      PORT: '0',
      HOST: '127.0.0.1',
      ADMIN_PORT: '0',
      DATA_DIR: join(this.#folder, 'bff'),
      UPSTREAM_URL: upstream.url,
      TRUST_PROXY: '1',
      PUBLIC_ORIGIN: 'https://www.example.cn',
      ...env,
    })
  }

  async stopAll(): Promise<void> {
    for (const server of this.#running.toReversed()) await server.stop()
  }

  #add(child: ChildProcess, url: string): HttpServer {
    const server = {
      url: url.replace('0.0.0.0', '127.0.0.1'),
      cpuMs: () => readCpuMs(child.pid ?? 0),
      stop: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const gone = once(child, 'exit')
        child.kill('SIGTERM')
        await gone
      },
    }
    this.#running.push(server)
    return server
  }
}

/** Options that write a profile of a server: `BENCH_PROFILE=bff` into the folder `BENCH_PROFILE_DIR`. */
function makeProfileOptions(name: string): string[] {
  const { BENCH_PROFILE, BENCH_PROFILE_DIR = '.' } = process.env
  return BENCH_PROFILE === name ? ['--cpu-prof', `--cpu-prof-dir=${BENCH_PROFILE_DIR}`] : []
}

const TICKS_PER_SECOND = process.platform === 'linux' ? Number(execFileSync('getconf', ['CLK_TCK'])) : Number.NaN

/** Processor time of any process, such as nginx; only Linux reports it, in ticks of 10 ms. */
export function readCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [utime = 0, stime = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((utime + stime) * 1000) / TICKS_PER_SECOND
}

async function waitFor(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no server listens at ${url}`)
}
