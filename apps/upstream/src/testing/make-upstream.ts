import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toWireDate } from '@portal/contract/time.ts'
import type { FastifyInstance } from 'fastify'
import { Kysely, sql } from 'kysely'
import { createAccountRepository } from '#accounts/login/account-repository.ts'
import { createPasswords, type PasswordCost } from '#accounts/login/passwords.ts'
import { createSessionRepository } from '#accounts/sessions/session-repository.ts'
import { buildApp } from '#app.ts'
import { createGateRepository, type GateRepository } from '#articles/reading/gate-repository.ts'
import { createLikeRepository } from '#articles/reading/like-repository.ts'
import { createCommentRepository } from '#community/comments/comment-repository.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createNodeSqliteDialect } from '#platform/db/node-sqlite.ts'
import { type Db, type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { type Files, openFiles } from '#platform/files/open-files.ts'
import type { Mailbox } from '#platform/mail/mailbox.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Internet } from '#platform/net/internet.ts'
import { type Digest, digestWith, loadDigest } from '#platform/secrets/instance-secret.ts'
import { DEMO_CONTENT_DIR, seed } from '#site/demo/seed.ts'
import type { MakeDatabase, TestDatabase } from './databases.ts'
import { makeBucketOfRun, toEnvironment } from './stores.ts'

/** Network of tests, which makes every connection fail. */
const OFFLINE: Internet = {
  resolve: () => Promise.reject(Object.assign(new Error('offline'), { code: 'EAI_AGAIN' })),
  dial: () => ({ host: '127.0.0.1', port: 9 }),
}

/** Folder `testing/content` with a few articles of every kind. */
export const FIXTURE_CONTENT_DIR = join(import.meta.dirname, 'content')

const CONTENT_DIRS = { fixture: FIXTURE_CONTENT_DIR, demo: DEMO_CONTENT_DIR, none: FIXTURE_CONTENT_DIR }
type Content = keyof typeof CONTENT_DIRS

/** A low cost for fast tests, which no server uses. */
export const TEST_PASSWORD_COST: PasswordCost = { logN: 4, r: 1, p: 1 }

export interface UpstreamOptions {
  /** Default: `fixture`. */
  content?: Content
  /** Address of the database; default: in memory. */
  databaseUrl?: string
  now?: () => number
  mailer?: Mailer
  env?: Record<string, string>
  providerTimeoutMs?: number
  linkNetwork?: Internet
  webhookInternet?: Internet
  /** Set to a long time by a test that runs the jobs itself. */
  jobTickMs?: number
}

export interface TestUpstream {
  app: FastifyInstance
  config: Config
  db: Db
  /** Its stored files. */
  files: Files
  gates: GateRepository
  /** Digest of its check codes, for an import into the same database. */
  digest: Digest
  /** Its URL, after `listen()`. */
  readonly url: string
  /**
   * Listens on a free port of 127.0.0.1.
   * @returns the URL
   */
  listen(): Promise<string>
  /** Mails, newest first. */
  mailbox(): Promise<ReturnType<Mailbox['list']>>
  /** Log lines so far, each JSON. */
  logs: string[]
  /** Creates an account. @returns its id, which is `"1"` for the site owner, and the token of a session */
  signUp(email: string, password?: string): Promise<{ id: string; token: string }>
  close(): Promise<void>
}

const IN_MEMORY = 'sqlite::memory:'
/** Secret of all upstreams in this process. */
const SECRET = randomBytes(32)

/** Content of SQLite files, by content and time. */
const filledDatabases = new Map<string, Promise<Uint8Array>>()

/** Opens a migrated and filled database in memory: a copy of the first of its kind, which takes a tenth of the time. */
async function openFilled(content: Content, now?: () => number): Promise<OpenDatabase> {
  const key = makeCacheKey(content, now)
  const bytes = filledDatabases.get(key) ?? makeFilled(content, now)
  filledDatabases.set(key, bytes)
  const db = new Kysely<Tables>({ dialect: createNodeSqliteDialect(':memory:', undefined, await bytes) })
  return { db, kind: 'sqlite', close: () => db.destroy() }
}

/** The key has the time, because the filled database stores it. */
function makeCacheKey(content: Content, now?: () => number): string {
  return `${content} ${now ? now() : toWireDate(Date.now())}`
}

async function makeFilled(content: Content, now?: () => number): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-filled-'))
  const file = join(folder, 'portal.db')
  const database = openDatabase(IN_MEMORY)
  await migrate(database)
  await fill(database, content, now)
  await sql`vacuum into ${sql.lit(file)}`.execute(database.db)
  await database.close()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}

async function fill({ db }: OpenDatabase, content: Content, now = Date.now): Promise<void> {
  if (content !== 'none') await seed({ db, folder: CONTENT_DIRS[content], digest: digestWith(SECRET), now })
}

/**
 * Makes a whole upstream on a new database, for tests here and in the BFF.
 * @param isFilled whether the database at `databaseUrl` has its tables and content
 */
export async function makeUpstream(options: UpstreamOptions = {}, isFilled = false): Promise<TestUpstream> {
  const { content = 'fixture', now = Date.now, databaseUrl = IN_MEMORY } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-upstream-'))
  mkdirSync(join(dataDir, 'files'))
  const bucket = await makeBucketOfRun()
  const config = readConfig({
    UPSTREAM_PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...(bucket && { ...toEnvironment(bucket.s3), INSTANCE_KEY: SECRET.toString('base64') }),
    ...options.env,
  })
  const contentDir = CONTENT_DIRS[content]
  const hasOwnFolder = config.dataDir === dataDir
  if (hasOwnFolder) writeFileSync(join(dataDir, 'upstream.key'), SECRET)
  const digest = loadDigest(config)
  const isCopied = hasOwnFolder && databaseUrl === IN_MEMORY
  const database = isCopied ? await openFilled(content, options.now) : openDatabase(config.databaseUrl)
  const { db } = database
  if (!isCopied && !isFilled) {
    await migrate(database)
    if (content !== 'none') await seed({ db, folder: contentDir, digest, now })
  }

  const logs: string[] = []
  const app = await buildApp({
    config,
    db,
    now,
    digest,
    contentDir,
    log: { write: (line) => void logs.push(line) },
    passwordCost: TEST_PASSWORD_COST,
    countingMs: 20,
    jobTickMs: options.jobTickMs,
    linkNetwork: options.linkNetwork ?? OFFLINE,
    webhookInternet: options.webhookInternet ?? OFFLINE,
    ...(options.mailer && { mailer: options.mailer }),
    ...(options.providerTimeoutMs && { providerTimeoutMs: options.providerTimeoutMs }),
  })
  const files = await openFiles(config, now)
  const accounts = createAccountRepository({ db, now })
  const sessions = createSessionRepository({ db, now })
  const passwords = createPasswords(TEST_PASSWORD_COST)
  const likes = createLikeRepository({ db, now })
  const comments = createCommentRepository({ db, now })
  let url: string | undefined

  return {
    app,
    config,
    db,
    files,
    logs,
    gates: createGateRepository({ db, likes, comments, digest, now }),
    digest,
    get url() {
      if (!url) throw new Error('listen() comes first')
      return url
    },
    async listen() {
      url = await app.listen({ port: config.port, host: config.host })
      return url
    },
    async mailbox() {
      const answer = await app.inject('/dev/mailbox')
      return answer.json()
    },
    async signUp(email, password = 'a password') {
      const passwordHash = await passwords.hash(password)
      await accounts.create({ accountName: email, nickname: email.split('@')[0] ?? email, passwordHash })
      const found = await accounts.findCredentials(email)
      if (!found) throw new Error(`no account ${email}`)
      return { id: found.account.id, token: await sessions.create(found.account.id, null, now()) }
    },
    async close() {
      await app.close()
      files.close()
      await database.close()
      await bucket?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns the variable that names a database past its pooler, if it has one. */
export const toListenEnv = ({ listenUrl }: TestDatabase): Record<string, string> =>
  listenUrl === undefined ? {} : { DATABASE_LISTEN_URL: listenUrl }

/** Makes an upstream on a new database of that kind, which `close()` removes. */
export async function makeUpstreamOn(
  make: MakeDatabase,
  options: Omit<UpstreamOptions, 'databaseUrl'> = {},
): Promise<TestUpstream> {
  const { content = 'fixture', now } = options
  const database = await make('migrated', {
    key: makeCacheKey(content, now),
    async fill(url) {
      const opened = openDatabase(url)
      await fill(opened, content, now)
      await opened.close()
    },
  })
  const env = { ...options.env, ...toListenEnv(database) }
  const upstream = await makeUpstream({ ...options, env, databaseUrl: database.url }, true)
  const { close } = upstream
  return Object.assign(upstream, {
    async close() {
      await close()
      await database.drop()
    },
  })
}
