import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser address of the PostgreSQL server of this run; empty where the machine has no server binary. */
    postgresUrl: string
  }
}

/** Name of a database with all tables, which tests copy. */
export const MIGRATED_DATABASE = 'migrated'

const START_TIMEOUT_MS = 20_000
const MEMORY_FOLDER = '/dev/shm'
const MEMORY_MIN_BYTES = 512 * 1024 * 1024
const DEBIAN_ROOT = '/usr/lib/postgresql'

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Finds the folder with `postgres` and `initdb`: `PG_BIN`, Debian's newest, or one of `PATH`. */
function findBinaries(): string | undefined {
  let versions: string[] = []
  try {
    versions = readdirSync(DEBIAN_ROOT).sort((one, other) => Number(other) - Number(one))
  } catch {
    // no such folder: not Debian
  }
  const folders = [
    process.env.PG_BIN,
    ...versions.map((version) => join(DEBIAN_ROOT, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find(
    (folder) => folder && isExecutable(join(folder, 'postgres')) && isExecutable(join(folder, 'initdb')),
  )
}

/** Returns whether this machine has a PostgreSQL server binary. */
export function hasPostgres(): boolean {
  return findBinaries() !== undefined
}

/** Finds another user for the server, because `initdb` refuses root. */
export function findServerUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const readId = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: readId('-u'), gid: readId('-g') }
    } catch {
      // no such user: try the next
    }
  }
  return undefined
}

/**
 * Returns the parent of the data: a folder in memory if it has enough space, because creating a database there takes a
 * tenth of the time.
 */
function findParentFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize < MEMORY_MIN_BYTES ? tmpdir() : MEMORY_FOLDER
  } catch {
    return tmpdir()
  }
}

export async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (cause) {
      if (server.exitCode !== null || Date.now() > deadline) throw new Error('PostgreSQL did not start', { cause })
      await delay(50)
    }
  }
}

export interface OwnPostgres {
  /** Superuser address. */
  url: string
  /** Its socket file. */
  socket: string
  /** Ends it at once, without a shutdown. */
  kill(): void
  stop(): Promise<void>
}

interface PostgresOptions {
  /** Settings; by default those of a server that need not keep anything. */
  settings?: readonly string[]
  /** Starts as a standby of this server, which must allow it. */
  copyOf?: OwnPostgres
}

/** Settings of tests that do not need durability. */
const FAST = ['synchronous_commit=off', 'max_wal_size=64MB']
const COMMON = ['fsync=off', 'full_page_writes=off', 'max_connections=200']

/**
 * Starts a PostgreSQL server in a new folder, reachable only by a socket file there; `undefined` on a machine without
 * the server binary.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<OwnPostgres | undefined> {
  const binaries = findBinaries()
  if (!binaries) return undefined
  const folder = mkdtempSync(join(findParentFolder(), 'portal-pg-'))
  const user = findServerUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const owned = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...user }
  const data = join(folder, 'data')
  const [maker, ...makerArguments] = options.copyOf
    ? ['pg_basebackup', '-h', dirname(options.copyOf.socket), '-R', '--no-sync', '--checkpoint=fast']
    : ['initdb', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  execFileSync(join(binaries, maker as string), ['-D', data, '-U', 'portal', ...makerArguments], {
    ...owned,
    stdio: 'pipe',
  })
  const settings = [...COMMON, ...(options.settings ?? FAST)]
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', ...settings.flatMap((setting) => ['-c', setting])],
    { ...owned, stdio: 'ignore' },
  )
  const url = `postgres://portal@localhost/postgres?host=${encodeURIComponent(folder)}`
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit')
      // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
      server.kill('SIGINT')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(url, server)
  } catch (cause) {
    await stop()
    throw cause
  }
  return { url, socket: join(folder, '.s.PGSQL.5432'), kill: () => server.kill('SIGKILL'), stop }
}

export async function makeMigratedDatabase(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${MIGRATED_DATABASE}`)
  await client.end()
  const database = openDatabase(serverUrl.replace('/postgres?', `/${MIGRATED_DATABASE}?`))
  await migrate(database)
  await database.close()
}

/**
 * Global set-up of Vitest: provides `postgresUrl`. Without a server binary the suites on PostgreSQL are skipped by
 * name.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = await startPostgres()
  if (server) await makeMigratedDatabase(server.url)
  project.provide('postgresUrl', server?.url ?? '')
  return server?.stop
}
