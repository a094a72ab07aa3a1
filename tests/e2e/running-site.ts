import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildApp as buildBff } from '../../apps/bff/src/app.ts'
import { readConfig as readBffConfig } from '../../apps/bff/src/config/config.ts'
import { lookAtUpstream } from '../../apps/bff/src/routes/service/readiness.ts'
import { createPasswords } from '../../apps/upstream/src/accounts/login/passwords.ts'
import { buildApp as buildUpstream } from '../../apps/upstream/src/app.ts'
import { createAdminAccounts } from '../../apps/upstream/src/operator/admin/admin-accounts.ts'
import { runAdmin } from '../../apps/upstream/src/operator/admin/admin-command.ts'
import { readConfig as readUpstreamConfig } from '../../apps/upstream/src/platform/config/config.ts'
import { migrate } from '../../apps/upstream/src/platform/db/migrate.ts'
import { type Db, openDatabase } from '../../apps/upstream/src/platform/db/open.ts'
import {
  type Digest,
  digestWith,
  loadInstanceSecret,
} from '../../apps/upstream/src/platform/secrets/instance-secret.ts'
import { DEMO_CONTENT_DIR, seed } from '../../apps/upstream/src/site/demo/seed.ts'
import { TEST_PASSWORD_COST } from '../../apps/upstream/src/testing/make-upstream.ts'

const WEB_DIST = path.join(import.meta.dirname, '../../apps/web/dist')

/** A running site with records of upstream's answers and of both logs. */
export interface RunningSite {
  url: string
  upstreamUrl: string
  /** Log lines of both servers. */
  logs: string[]
  /** Bodies of upstream's answers to the BFF: the only place where a token may occur. */
  upstreamAnswers: string[]
  /** Sent mails, newest first. */
  mails(): Promise<{ to: string; text: string }[]>
  /**
   * Creates the owner of the demo content, 石衡检测, as an operator does.
   * @returns the password
   */
  makeOwner(email: string): Promise<string>
  /** Changes the scheduled time of an article, epoch ms. */
  setScheduleTime(articleId: number, atMs: number): Promise<void>
  killUpstream(): Promise<void>
  /** Starts upstream at the same address, over the same database. Resolves when the BFF reaches it again. */
  startUpstream(): Promise<void>
  stopBff(): Promise<void>
  /** Starts the BFF at the same address, with the same settings and keys. */
  startBff(): Promise<void>
  close(): Promise<void>
}

interface RunningServer {
  address: string
  close(): Promise<void>
}

interface RunningUpstream extends RunningServer {
  db: Db
  digest: Digest
}

type Environment = Record<string, string>

/**
 * Starts the whole chain as `npm start` does, on free ports with a new database, but in this process: a process for
 * each server takes more processor time than the tests (decision 0037).
 * @param settings additional settings of the BFF
 * @param upstreamSettings additional settings of upstream; with `DEMO_CONTENT=off` the site is empty and has no owner
 */
export async function startSite(settings: Environment = {}, upstreamSettings: Environment = {}): Promise<RunningSite> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'site-'))
  const files = upstreamSettings.DEMO_CONTENT === 'off' ? [] : await makeDemoData()
  for (const [name, content] of files) writeFileSync(path.join(dataDir, name), content)
  const logs: string[] = []
  const upstreamAnswers: string[] = []
  let upstream: RunningUpstream | undefined

  const base = { DATA_DIR: dataDir, LOG_LEVEL: 'info' }
  const wire = await startWire(() => upstream?.address ?? '', upstreamAnswers)
  const upstreamEnv = { ...base, ...upstreamSettings }
  upstream = await runUpstream({ ...upstreamEnv, UPSTREAM_PORT: '0' }, logs)
  const upstreamUrl = upstream.address
  const bffEnv = {
    ...base,
    HOST: '127.0.0.1',
    UPSTREAM_URL: wire.url,
    EMBEDDED_UPSTREAM: '1',
    UPSTREAM_WS_URL: `${upstreamUrl.replace(/^http/, 'ws')}/websocket`,
    ...settings,
  }
  let bff: RunningServer | undefined = await runBff({ ...bffEnv, PORT: '0' }, logs)
  const { address } = bff

  return {
    url: address,
    upstreamUrl,
    logs,
    upstreamAnswers,
    async mails() {
      const answer = await fetch(`${upstreamUrl}/dev/mailbox`)
      return (await answer.json()) as { to: string; text: string }[]
    },
    async makeOwner(email) {
      if (!upstream) throw new Error('upstream is down')
      return await makeOwner(upstream, email)
    },
    async setScheduleTime(articleId, atMs) {
      const time = { publish_at: atMs }
      await upstream?.db.updateTable('article_schedules').set(time).where('article_id', '=', articleId).execute()
      const job = upstream?.db.updateTable('jobs').set({ due_at: atMs }).where('kind', '=', 'publishing')
      await job?.where('ref', '=', String(articleId)).execute()
    },
    async killUpstream() {
      await upstream?.close()
      upstream = undefined
    },
    async startUpstream() {
      upstream = await runUpstream({ ...upstreamEnv, UPSTREAM_PORT: new URL(upstreamUrl).port }, logs)
      // The open circuit breaker lets one call a second through, until one succeeds.
      while (!(await fetch(`${address}/v1/user/info?userId=1`)).ok) await setTimeout(50)
    },
    async stopBff() {
      await bff?.close()
      bff = undefined
    },
    async startBff() {
      bff = await runBff({ ...bffEnv, PORT: new URL(address).port }, logs)
    },
    async close() {
      await bff?.close()
      await upstream?.close()
      wire.server.closeAllConnections()
      wire.server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let seeded: Promise<[name: string, content: Buffer][]> | undefined

/** Makes the files of a data directory with the demo content, once in a process: sites start on copies of it. */
function makeDemoData() {
  seeded ??= seedDemoContent()
  return seeded
}

async function seedDemoContent(): Promise<[name: string, content: Buffer][]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'site-'))
  const database = openDatabase(readUpstreamConfig({ DATA_DIR: dataDir }).databaseUrl)
  await migrate(database)
  const digest = digestWith(loadInstanceSecret(dataDir))
  await seed({ db: database.db, folder: DEMO_CONTENT_DIR, digest, now: Date.now })
  await database.close()
  const files = readdirSync(dataDir).map((name): [string, Buffer] => [name, readFileSync(path.join(dataDir, name))])
  rmSync(dataDir, { recursive: true })
  return files
}

async function runUpstream(env: Environment, logs: string[]): Promise<RunningUpstream> {
  const config = readUpstreamConfig(env)
  const database = openDatabase(config.databaseUrl)
  const { db } = database
  if (!config.hasDemoContent) await migrate(database)
  const digest = digestWith(loadInstanceSecret(config.dataDir))
  const log = { write: (line: string) => logs.push(line) }
  const app = await buildUpstream({ config, db, digest, passwordCost: TEST_PASSWORD_COST, log })
  const address = await app.listen({ port: config.port, host: config.host })
  return {
    address,
    db,
    digest,
    async close() {
      const closed = app.close()
      app.server.closeAllConnections()
      await closed
      await database.close()
    },
  }
}

async function runBff(env: Environment, logs: string[]): Promise<RunningServer> {
  const config = readBffConfig(env, { webDist: WEB_DIST })
  const { app, readiness, probe, watchRevision } = await buildBff({
    config,
    logTo: { write: (line) => logs.push(line) },
  })
  const address = await app.listen({ port: config.port, host: config.host })
  await lookAtUpstream(readiness, probe)
  watchRevision()
  return { address, close: () => app.close() }
}

async function makeOwner({ db, digest }: RunningUpstream, email: string): Promise<string> {
  // Other suites test the second factor: here every login of staff counts as confirmed.
  await sql`create trigger proved_logins after insert on sessions begin
    update sessions set factor_at = new.created_at where token_hash = new.token_hash; end`.execute(db)
  // The management pages would require a set-up if the member had no method.
  const method = (from: string) =>
    sql.raw(`insert or ignore into passkeys (user_id, id, public_key, counter, transports, is_synced, label, created_at)
      select user_id, 'test ' || user_id, '', 0, '[]', 0, '', given_at from ${from}`)
  await sql`create trigger enrolled_staff after insert on duties begin
    ${method('(select new.user_id as user_id, new.given_at as given_at)')}; end`.execute(db)
  await method('duties').execute(db)
  // Members need a name for signing to submit or approve a certificate.
  await sql`create trigger named_staff after insert on duties begin
    update users set signing_name = nickname, signing_name_folded = id where id = new.user_id and signing_name is null; end`.execute(
    db,
  )
  await sql`update users set signing_name = nickname, signing_name_folded = id where role <> 'user'`.execute(db)
  const accounts = createAdminAccounts({ db, digest, now: Date.now })
  const { lines } = await runAdmin(['create', email], { accounts, passwords: createPasswords(TEST_PASSWORD_COST) })
  const password = /^Password: (\S+)$/m.exec(lines.join('\n'))?.[1]
  if (!password) throw new Error(`no owner was made: ${lines.join('\n')}`)
  return password
}

/** Starts a proxy between BFF and upstream that records answers, and cuts the connection when upstream is down. */
async function startWire(target: () => string, answers: string[]): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const address = target()
    if (!address) return void request.socket.destroy()
    const onward = httpRequest(
      new URL(request.url ?? '/', address),
      { method: request.method ?? 'GET', headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => answers.push(Buffer.concat(chunks).toString('utf8')))
        answer.pipe(response)
      },
    )
    onward.on('error', () => request.socket.destroy())
    request.pipe(onward)
  })
  // The time-out of upstream, so that no idle connection is closed while the BFF sends a request on it.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}
