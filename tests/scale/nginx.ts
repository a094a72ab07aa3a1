import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findLastingPort } from '../chat/server-process.ts'

const TEMPLATE = path.join(import.meta.dirname, '../../ops/nginx/nginx.conf.template')

/** Whether nginx is installed. */
export function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Fills the template as the nginx image does.
 * @returns the path of the file
 */
export function writeNginxConfig(folder: string, values: Readonly<Record<string, string>>): string {
  const file = path.join(folder, 'nginx.conf')
  const text = readFileSync(TEMPLATE, 'utf8')
  // Debian's nginx does not know that directive.
  const known = { ...values, KEEPALIVE_MIN: '' } as Readonly<Record<string, string>>
  writeFileSync(
    file,
    text.replaceAll(/\$\{([A-Z0-9_]+)\}/g, (placeholder, name: string) => known[name] ?? placeholder),
  )
  return file
}

/** One answer as nginx logged it; it lists several instances if one did not answer. */
interface Passed {
  method: string
  path: string
  status: number
  /** Addresses of the instances, in order; empty for answers by nginx itself. */
  from: string
  fromStatus: string
  /** `$upstream_cache_status`: HIT, MISS, …; empty where nothing may be cached. */
  cache: string
}

/** nginx as `docker compose --profile scale up` runs it, on its own ports. */
export interface RunningNginx {
  /** Address for browsers. */
  url: string
  /** Address for Caddy. */
  behindTlsUrl: string
  /** Address of upstream for instances of the site. */
  internalUrl: string
  /**
   * Runs the container's health check once.
   * @returns whether an instance of each server is ready
   */
  look(): Promise<boolean>
  /** Folder of bodies, cached answers and the log. */
  folder: string
  /** Its error log so far. */
  errors(): string
  /** All answers so far, in order; not available after the stop. */
  passed(): Passed[]
  stop(): Promise<void>
}

/** Number of requests of one health check, for each of the two servers. */
const LOOKS = 6

interface Options {
  /** Addresses of the instances, `host:port`. */
  servers: Record<'SITE_1' | 'SITE_2' | 'UPSTREAM_1' | 'UPSTREAM_2', string>
  /** Folders of built files, `…/assets`, of every release. */
  assetFolders: readonly string[]
}

export async function startNginx({ servers, assetFolders }: Options): Promise<RunningNginx> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'))
  // nginx started by root runs its workers as another user.
  chmodSync(folder, 0o777)
  for (const assets of assetFolders) cpSync(assets, path.join(folder, 'releases/assets'), { recursive: true })
  const [publicPort, internalPort, checkPort] = [
    await findLastingPort(),
    await findLastingPort(),
    await findLastingPort(),
  ]
  const tlsPort = await findLastingPort()
  const log = path.join(folder, 'access.log')
  const config = writeNginxConfig(folder, {
    ...servers,
    RESOLVER: '127.0.0.1',
    PUBLIC_LISTEN: `127.0.0.1:${publicPort}`,
    INTERNAL_LISTEN: `127.0.0.1:${internalPort}`,
    CHECK_LISTEN: `127.0.0.1:${checkPort}`,
    TLS_ADDRESS: '127.0.0.1',
    TLS_PORT: String(tlsPort),
    TEMP_DIR: folder,
    ACCESS_LOG: log,
    RELEASES_ROOT: path.join(folder, 'releases'),
  })
  const child = spawn('nginx', ['-p', folder, '-c', config, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
    process.stderr.write(chunk)
  })
  // nginx stops even if this process crashes.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)

  while (!(await isOpen(checkPort))) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await wait(20)
  }

  const looksAt = (what: string) => fetch(`http://127.0.0.1:${checkPort}/${what}`).then(({ ok }) => ok)
  return {
    url: `http://127.0.0.1:${publicPort}`,
    behindTlsUrl: `http://127.0.0.1:${tlsPort}`,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    folder,
    errors: () => errors,
    async look() {
      const whats = Array.from({ length: LOOKS }, () => ['site', 'upstream']).flat()
      const found = await Promise.all(whats.map((what) => looksAt(what).catch(() => false)))
      return found.every(Boolean)
    },
    passed() {
      const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean)
      return lines.map((line) => JSON.parse(line) as Passed)
    },
    async stop() {
      const ended = once(child, 'exit')
      end()
      await ended
      process.removeListener('exit', end)
      rmSync(folder, { recursive: true })
    },
  }
}

/** Waits until the port accepts connections. Sends no request, since nginx would forward it. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
