import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createAccountRepository } from '../../apps/upstream/src/accounts/login/account-repository.ts'
import { createPasswords } from '../../apps/upstream/src/accounts/login/passwords.ts'
import { migrate } from '../../apps/upstream/src/platform/db/migrate.ts'
import { openDatabase } from '../../apps/upstream/src/platform/db/open.ts'
import { type Account, PASSWORD, SITE_ORIGIN } from './browser-login.ts'
import { type FaultWire, startFaultWire } from './fault-wire.ts'
import {
  createFolder,
  createNodeServer,
  createRedisServer,
  findLastingPort,
  type ServerProcess,
} from './server-process.ts'

/** A message in the database of upstream. */
export interface StoredMessage {
  id: string
  fromUserId: string
  toUserId: string
  content: string
  isRead: boolean
  isWithdrawn: boolean
}

/** One instance of the site. */
export interface Bff {
  url: string
  server: ServerProcess
  /** Returns the value of a Prometheus metric, named with its labels; 0 if it has no samples. */
  metric(name: string): Promise<number>
}

/** The whole chain as processes, each with an address that stays the same across restarts. */
export interface ChatWorld {
  bffs: Bff[]
  upstream: ServerProcess
  redis: ServerProcess | null
  wire: FaultWire
  accounts: Account[]
  /** Returns all messages in upstream's order. */
  stored(): Promise<StoredMessage[]>
  close(): Promise<void>
}

interface Options {
  /** Names of the accounts. */
  members: readonly string[]
  instances: number
  hasRedis: boolean
  /** Whether the BFFs have the address of upstream's socket; otherwise they poll. */
  hasUpstreamSocket: boolean
  env?: Record<string, string>
}

export async function startChatWorld(options: Options): Promise<ChatWorld> {
  const { members, instances, hasRedis, hasUpstreamSocket, env = {} } = options
  const [upstreamPort, redisPort] = [await findLastingPort(), await findLastingPort()]
  const dataDir = createFolder('upstream')
  const databaseUrl = `sqlite:${path.join(dataDir, 'portal.db')}`
  const accounts = await signUpAll(databaseUrl, members)
  const upstream = createNodeServer('apps/upstream/src/main.ts', {
    UPSTREAM_PORT: String(upstreamPort),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO_CONTENT: 'off',
    LOG_LEVEL: 'warn',
  })
  const wire = await startFaultWire(upstreamPort)
  const redis = hasRedis ? createRedisServer(redisPort) : null
  const shared: Record<string, string> = {
    UPSTREAM_URL: wire.url,
    ...(hasUpstreamSocket ? { UPSTREAM_WS_URL: `${wire.url.replace(/^http/, 'ws')}/websocket` } : {}),
    ...(hasRedis ? { REDIS_URL: `redis://127.0.0.1:${redisPort}` } : {}),
    ...env,
  }
  const bffs = await Promise.all(
    Array.from({ length: instances }, () => createBff({ SESSION_KEY: randomKey, ...shared })),
  )
  await Promise.all([redis?.start(), upstream.start()])
  await Promise.all(bffs.map(({ server }) => server.start()))
  return {
    bffs,
    upstream,
    redis,
    wire,
    accounts,
    stored: () => readStoredMessages(databaseUrl),
    async close() {
      await Promise.all([...bffs.map(({ server }) => server), upstream, redis].map((server) => server?.kill()))
      await wire.close()
    },
  }
}

const randomKey = randomBytes(32).toString('base64')

/**
 * Creates an instance that is not started yet.
 * @param env additions to the common settings
 */
export async function createBff(env: Record<string, string>): Promise<Bff> {
  const [port, adminPort] = [await findLastingPort(), await findLastingPort()]
  const server = createNodeServer('apps/bff/src/main.ts', {
    PORT: String(port),
    HOST: '127.0.0.1',
    ADMIN_PORT: String(adminPort),
    DATA_DIR: createFolder('bff'),
    WEB_DIST: 'none',
    PUBLIC_ORIGIN: SITE_ORIGIN,
    // Each browser sends its own address.
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    ...env,
  })
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    async metric(name) {
      const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      return Number(line?.slice(name.length) ?? 0)
    },
  }
}

/** Creates accounts in a migrated or an empty database. */
export async function signUpAll(databaseUrl: string, members: readonly string[]): Promise<Account[]> {
  const database = openDatabase(databaseUrl)
  try {
    await migrate(database)
    const accounts = createAccountRepository({ db: database.db, now: Date.now })
    // One hash for all, since hashing is slow on purpose.
    const passwordHash = await createPasswords().hash(PASSWORD)
    const made: Account[] = []
    for (const name of members) {
      const email = `${name}@chat.test`
      await accounts.create({ accountName: email, nickname: name, passwordHash })
      const found = await accounts.findCredentials(email)
      made.push({ email, userId: found?.account.id ?? '' })
    }
    // All follow each other, which lifts the limit of messages without a reply.
    const pairs = made.flatMap(({ userId: one }) => made.map(({ userId: other }) => [one, other] as const))
    for (const [follower_id, followed_id] of pairs) {
      if (follower_id === followed_id) continue
      await database.db.insertInto('follows').values({ follower_id, followed_id, created_at: Date.now() }).execute()
    }
    return made
  } finally {
    await database.close()
  }
}

/** Returns all messages in upstream's order. */
export async function readStoredMessages(databaseUrl: string): Promise<StoredMessage[]> {
  const database = openDatabase(databaseUrl)
  try {
    const rows = await database.db
      .selectFrom('chat_messages')
      .select(['id', 'from_user_id', 'to_user_id', 'content', 'is_read', 'is_withdraw'])
      .orderBy('seq')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      fromUserId: row.from_user_id,
      toUserId: row.to_user_id,
      content: row.content,
      isRead: row.is_read === 1,
      isWithdrawn: row.is_withdraw === 1,
    }))
  } finally {
    await database.close()
  }
}
