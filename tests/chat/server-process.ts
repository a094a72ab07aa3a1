import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = path.join(import.meta.dirname, '../..')
/** Compile cache, as in `npm start`: it reduces the start time of a server by a third. */
const NODE_COMPILE_CACHE = path.join(ROOT, '.cache/compiled')
/** Number of log lines kept for a failure message. */
const LOG_LINES = 200

/** A server in its own process that can be killed and started again on the same port. */
export interface ServerProcess {
  /** Whether it listens. */
  readonly isUp: boolean
  /** Its last log lines, newest last. */
  readonly log: readonly string[]
  /** Resolves when it listens. */
  start(): Promise<void>
  /** Kills it by SIGKILL. */
  kill(): Promise<void>
  /**
   * Stops it by SIGTERM.
   * @returns its exit code, `null` when a signal ended it
   */
  stop(): Promise<number | null>
}

interface Options {
  name: string
  command: string
  args: readonly string[]
  env?: Record<string, string>
  /** Whether this output means that it listens; our servers send a message instead. */
  isReady?: (line: string) => boolean
}

function createServerProcess({ name, command, args, env = {}, isReady }: Options): ServerProcess {
  let child: ChildProcess | null = null
  let isUp = false
  const log: string[] = []
  // The servers end with this process.
  process.once('exit', () => child?.kill('SIGKILL'))

  function keep(chunk: Buffer): void {
    log.push(...String(chunk).split('\n').filter(Boolean))
    log.splice(0, Math.max(0, log.length - LOG_LINES))
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = child
    child = null
    isUp = false
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
    return ending.exitCode
  }

  return {
    log,
    get isUp() {
      return isUp
    },
    async start() {
      const started = spawn(command, args, {
        cwd: ROOT,
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...env },
        stdio: ['ignore', 'pipe', 'pipe', isReady ? 'ignore' : 'ipc'],
      })
      child = started
      for (const stream of [started.stdout, started.stderr]) stream?.on('data', keep)
      await new Promise<void>((resolve, reject) => {
        started.once('error', reject)
        started.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${log.slice(-5).join('\n')}`)))
        started.on('message', () => resolve())
        started.stdout?.on('data', (chunk) => {
          if (isReady?.(String(chunk))) resolve()
        })
      })
      isUp = true
    },
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

/** Ends a server when its test process has died. */
const PARENT_EXIT_WATCHER = pathToFileURL(path.join(ROOT, 'scripts/servers/parent-exit-watcher.ts')).href

/** One of the project's servers. */
export function createNodeServer(main: string, env: Record<string, string>): ServerProcess {
  const args = ['--import', PARENT_EXIT_WATCHER, path.join(ROOT, main)]
  return createServerProcess({ name: main, command: process.execPath, args, env })
}

/** A Redis without persistence. */
export function createRedisServer(port: number): ServerProcess {
  const settings = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'no', dir: createFolder('redis') }
  return createServerProcess({
    name: 'redis-server',
    command: 'redis-server',
    args: Object.entries(settings).flatMap(([setting, value]) => [`--${setting}`, value]),
    isReady: (text) => text.includes('Ready to accept connections'),
  })
}

export function createFolder(name: string): string {
  return mkdtempSync(path.join(tmpdir(), `chat-${name}-`))
}

/** Range of ports below the ephemeral ones, so that no outgoing connection takes one while its server is down. */
const PORTS = { from: 20_000, to: 31_000 }

/** Returns a free port that stays usable across restarts. */
export async function findLastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
