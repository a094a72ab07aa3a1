import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { startPostgres } from '../../apps/upstream/src/testing/postgres-setup.ts'
import { type Account, SITE_ORIGIN } from '../chat/browser-login.ts'
import { readStoredMessages, type StoredMessage, signUpAll } from '../chat/chat-world.ts'
import {
  createFolder,
  createNodeServer,
  createRedisServer,
  findLastingPort,
  type ServerProcess,
} from '../chat/server-process.ts'
import { type RunningNginx, startNginx } from './nginx.ts'
import { WEB_DIST } from './other-release.ts'

/** Two instances of each server behind nginx, with one PostgreSQL and one Redis, as in `--profile scale`. */
export interface Fleet {
  nginx: RunningNginx
  sites: readonly SiteInstance[]
  upstreams: readonly Instance[]
  accounts: readonly Account[]
  /** Messages in upstream's order. */
  stored(): Promise<StoredMessage[]>
  close(): Promise<void>
}

export interface Instance {
  /** Direct address, not through nginx. */
  url: string
  server: ServerProcess
}

interface SiteInstance extends Instance {
  /** Server of the other release at the same address. */
  other: ServerProcess
}

interface Options {
  members: readonly string[]
  /** `WEB_DIST` of the other release. */
  otherWebDist: string
}

export async function startFleet({ members, otherWebDist }: Options): Promise<Fleet> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('there is no PostgreSQL to start')
  const redisPort = await findLastingPort()
  const redis = createRedisServer(redisPort)
  const [siteOne, siteTwo] = [await findLastingPort(), await findLastingPort()]
  const [upstreamOne, upstreamTwo] = [await findLastingPort(), await findLastingPort()]
  const nginx = await startNginx({
    servers: {
      SITE_1: `127.0.0.1:${siteOne}`,
      SITE_2: `127.0.0.1:${siteTwo}`,
      UPSTREAM_1: `127.0.0.1:${upstreamOne}`,
      UPSTREAM_2: `127.0.0.1:${upstreamTwo}`,
    },
    assetFolders: [WEB_DIST, otherWebDist].map((webDist) => path.join(webDist, 'client/assets')),
  })
  const upstreamEnv = {
    DATA_DIR: createFolder('upstream'),
    DATABASE_URL: postgres.url,
    DEMO_CONTENT: 'on',
    // One proxy is the site, the other nginx.
    TRUST_PROXY: '2',
    LOG_LEVEL: 'warn',
  }
  const siteEnv = {
    HOST: '127.0.0.1',
    ADMIN_PORT: '0',
    DATA_DIR: createFolder('bff'),
    UPSTREAM_URL: nginx.internalUrl,
    UPSTREAM_WS_URL: `${nginx.internalUrl.replace(/^http/, 'ws')}/websocket`,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    SESSION_KEY: randomBytes(32).toString('base64'),
    RECEIPT_KEY: randomBytes(32).toString('base64'),
    PUBLIC_ORIGIN: SITE_ORIGIN,
    // nginx and the client before it are trusted, so that clients of the tests can set their address.
    TRUST_PROXY: '2',
    LOG_LEVEL: 'warn',
  }
  const upstreams = [upstreamOne, upstreamTwo].map((port) => {
    const server = createNodeServer('apps/upstream/src/main.ts', { ...upstreamEnv, UPSTREAM_PORT: String(port) })
    return { url: `http://127.0.0.1:${port}`, server }
  })
  const sites = [siteOne, siteTwo].map((port) => {
    const run = (env = {}) => createNodeServer('apps/bff/src/main.ts', { ...siteEnv, PORT: String(port), ...env })
    return { url: `http://127.0.0.1:${port}`, server: run(), other: run({ WEB_DIST: otherWebDist }) }
  })
  const servers = [...upstreams.map(({ server }) => server), ...sites.flatMap(({ server, other }) => [server, other])]
  // Both start with an empty database, and one of them fills it.
  await Promise.all([redis, ...upstreams.map(({ server }) => server)].map((server) => server.start()))
  await Promise.all(sites.map(({ server }) => server.start()))
  return {
    nginx,
    sites,
    upstreams,
    accounts: await signUpAll(postgres.url, members),
    stored: () => readStoredMessages(postgres.url),
    async close() {
      await nginx.stop()
      await Promise.all([...servers, redis].map((server) => server.kill()))
      await postgres.stop()
    },
  }
}
