import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../scripts/servers/free-port.ts'
import { writeNginxConfig } from '../../tests/scale/nginx.ts'
import type { Answer } from './answers.ts'
import type { HttpServer, HttpServers } from './servers.ts'

interface Fleet {
  /** Any number of sites, used in turn. */
  sites: readonly HttpServer[]
  upstream: HttpServer
  /** Folder of built files, `…/assets`. */
  assets: string
}

/** Starts nginx as the profile `scale` runs it, with its log, in one process. */
export async function startEdge(servers: HttpServers, folder: string, { sites, upstream, assets }: Fleet) {
  const own = join(folder, `edge-of-${sites.length}`)
  const files = join(own, 'releases/assets')
  mkdirSync(own)
  cpSync(assets, files, { recursive: true })
  const [port, internalPort, checkPort, tlsPort] = await Promise.all([1, 2, 3, 4].map(() => findFreePort()))
  const { host: upstreamHost } = new URL(upstream.url)
  const hosts = sites.map(({ url }) => new URL(url).host)
  const config = writeNginxConfig(own, {
    // The template lists two; more are added to the second place.
    SITE_1: hosts[0] ?? '',
    SITE_2: hosts.slice(-Math.max(1, hosts.length - 1)).join(' max_fails=0; server '),
    UPSTREAM_1: upstreamHost,
    UPSTREAM_2: upstreamHost,
    RESOLVER: '127.0.0.1',
    TLS_ADDRESS: '127.0.0.1',
    PUBLIC_LISTEN: `127.0.0.1:${port}`,
    INTERNAL_LISTEN: `127.0.0.1:${internalPort}`,
    TLS_PORT: String(tlsPort),
    CHECK_LISTEN: `127.0.0.1:${checkPort}`,
    TEMP_DIR: own,
    ACCESS_LOG: join(own, 'access.log'),
    RELEASES_ROOT: join(own, 'releases'),
  })
  const text = readFileSync(config, 'utf8')
  writeFileSync(config, text.replace('worker_processes auto;', 'worker_processes 1; master_process off; daemon off;'))
  return servers.startOther('nginx', ['-p', own, '-c', config], `http://127.0.0.1:${port}`)
}

/** Headers that nginx sets for a file by itself. */
const OF_FILE = /^(?:server|date|connection|content-length|etag|last-modified|accept-ranges)$/

/** Starts nginx in one process that serves each answer as a file with the same head, with a log. */
export function startFileNginx(servers: HttpServers, folder: string, answers: Readonly<Record<string, Answer>>) {
  const own = join(folder, 'files')
  mkdirSync(own)
  const locations = Object.entries(answers).map(([name, { headers, body }]) => {
    writeFileSync(join(own, name), body)
    const set = Object.entries(headers)
      .filter(([header]) => !OF_FILE.test(header))
      .map(([header, value]) => `add_header ${header} "${value.replaceAll('"', '\\"')}";`)
    return `location = /${name} { root ${own}; types {} default_type ''; ${set.join(' ')} }`
  })
  return findFreePort().then((port) => {
    const config = join(own, 'nginx.conf')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${own}/${kind};`,
    )
    writeFileSync(
      config,
      `worker_processes 1; master_process off; daemon off; pid ${own}/pid; error_log stderr crit;
      events { worker_connections 1024; }
      http { ${temporary.join(' ')} access_log ${own}/access.log combined buffer=32k flush=1s;
        sendfile on; tcp_nopush on; open_file_cache max=100; keepalive_requests 1000;
        server { listen 127.0.0.1:${port}; ${locations.join('\n')} } }`,
    )
    return servers.startOther('nginx', ['-p', own, '-c', config], `http://127.0.0.1:${port}`)
  })
}
