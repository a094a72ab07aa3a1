import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import {
  findServerUser,
  makeMigratedDatabase,
  type OwnPostgres,
  startPostgres,
  waitUntilReady,
} from './postgres-setup.ts'

/** Debian's package installs it here. */
const BINARY = '/usr/sbin/pgbouncer'
const PORT = 6432

function hasPgbouncer(): boolean {
  try {
    accessSync(BINARY)
    return true
  } catch {
    return false
  }
}

/** Starts pgbouncer with the settings of docs/scale.md, reachable only by a socket file in a new folder. */
async function startPgbouncer(postgres: OwnPostgres) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-pgbouncer-'))
  const user = findServerUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users')]
  writeFileSync(users, '"portal" ""\n')
  writeFileSync(
    settings,
    `[databases]
* = host=${dirname(postgres.socket)}
[pgbouncer]
listen_port = ${PORT}
listen_addr =
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
max_client_conn = 500
ignore_startup_parameters = statement_timeout
`,
  )
  const pooler: ChildProcess = spawn(BINARY, ['-q', settings], { cwd: folder, stdio: 'ignore', ...user })
  const url = `postgres://portal@localhost:${PORT}/postgres?host=${encodeURIComponent(folder)}`
  await waitUntilReady(url, pooler)
  return {
    url,
    async stop() {
      const ended = once(pooler, 'exit')
      pooler.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Global set-up of Vitest: a PostgreSQL server behind pgbouncer in transaction mode. Without one of them the suites are
 * skipped by name.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = hasPgbouncer() ? await startPostgres() : undefined
  if (server) await makeMigratedDatabase(server.url)
  const pooler = server && (await startPgbouncer(server))
  project.provide('postgresUrl', server?.url ?? '')
  project.provide('poolerUrl', pooler?.url ?? '')
  return async () => {
    await pooler?.stop()
    await server?.stop()
  }
}
