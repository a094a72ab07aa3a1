import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../scripts/servers/free-port.ts'
import type { HttpServer, HttpServers } from './servers.ts'

/** Starts the machine's own nginx with one worker and no log; returns `null` where there is none. */
export async function startNginx(
  servers: HttpServers,
  folder: string,
  what: { root: string } | { proxyTo: HttpServer },
): Promise<HttpServer | null> {
  if (!hasNginx()) return null
  const prefix = join(folder, 'nginx')
  mkdirSync(prefix)
  const port = await findFreePort()
  writeFileSync(join(prefix, 'nginx.conf'), makeConfiguration(port, what))
  return servers.startOther('nginx', ['-p', prefix, '-e', 'error.log', '-c', 'nginx.conf'], `http://127.0.0.1:${port}`)
}

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function makeConfiguration(port: number, what: { root: string } | { proxyTo: HttpServer }): string {
  const isProxy = 'proxyTo' in what
  const location = isProxy
    ? 'proxy_pass http://stand_in; proxy_http_version 1.1; proxy_set_header Connection "";'
    : `root ${what.root}; gzip_static on; types { text/javascript js; } open_file_cache max=100;`
  return `
daemon off;
master_process off;
pid nginx.pid;
error_log error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  keepalive_requests 100000000;
  ${isProxy ? `upstream stand_in { server ${new URL(what.proxyTo.url).host}; keepalive 64; keepalive_requests 100000000; }` : ''}
  server { listen 127.0.0.1:${port}; location / { ${location} } }
}
`
}
