import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type ChatClient, openChat } from '../../apps/bff/src/testing/chat-client.ts'
import { makeSite, OWN_ORIGIN, type TestSite } from '../../apps/bff/src/testing/make-site.ts'
import type { TestRedis } from '../../apps/bff/src/testing/start-redis.ts'
import { setDuties } from '../../apps/upstream/src/accounts/duties/duties.ts'
import type { Loose } from '../../apps/upstream/src/testing/asking.ts'
import { makeUpstream, type TestUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'
import type { Duty } from '../../packages/contract/src/accounts/duties.ts'
import { WEB_DIST } from './other-release.ts'

const PASSWORD = 'correct-horse-battery-8841'

/** One instance of the site, over one of upstream. */
interface SiteInstance {
  name: string
  get(path: string): Promise<{ body: string; cache: string }>
  call(login: Login, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<Loose>
  openSocket(login: Login): Promise<ChatClient>
}

export interface Login {
  cookie: string
  id: string
}

/** Two upstreams on one PostgreSQL; on them two sites with a Redis and two without, in this process. */
export interface Instances {
  upstream: TestUpstream
  sites: readonly [SiteInstance, SiteInstance, SiteInstance, SiteInstance]
  /** Creates an account and logs it in, for all sites. */
  join(name: string, ...duties: readonly Duty[]): Promise<Login>
  close(): Promise<void>
}

export async function startInstances(databaseUrl: string, redis: TestRedis, now: () => number): Promise<Instances> {
  const first = await makeUpstream({ databaseUrl, now })
  // Instances share this folder: they sign one public log.
  const env = { DATA_DIR: first.config.dataDir }
  const second = await makeUpstream({ databaseUrl, now, env }, true)
  const upstreams = [first, second]
  for (const upstream of upstreams) await upstream.listen()
  const keys = { SESSION_KEY: createKey(), RECEIPT_KEY: createKey(), TRUST_PROXY: '1', WEB_DIST }
  const started: TestSite[] = []
  let clients = 0
  // Limits are per address: each request comes from a different one.
  const from = () => {
    clients += 1
    return `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`
  }

  async function startSite(nth: 0 | 1, hasRedis: boolean): Promise<SiteInstance> {
    const url = upstreams[nth]?.url ?? ''
    const wires = { UPSTREAM_URL: url, UPSTREAM_WS_URL: `${url.replace(/^http/, 'ws')}/websocket` }
    const env = { ...keys, ...wires, ...(hasRedis && { REDIS_URL: redis.url }) }
    const site = await makeSite({ env, now: Date.now })
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    site.watchRevision()
    while (hasRedis && !(await site.app.inject('/readyz')).payload.includes('"redis":"up"')) await wait(10)
    started.push(site)
    const address = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
    const headers = () => ({ 'x-forwarded-for': from() })
    return {
      name: `site ${nth + 1} ${hasRedis ? 'with' : 'without'} Redis`,
      async get(path) {
        const answer = await site.app.inject({ url: path, headers: { ...headers(), host: new URL(OWN_ORIGIN).host } })
        return { body: answer.body, cache: String(answer.headers['x-cache']) }
      },
      async call({ cookie }, method, path, body) {
        const sent = { ...headers(), cookie, origin: OWN_ORIGIN, 'sec-fetch-site': 'same-origin' }
        const payload = body && { payload: body }
        return (await site.app.inject({ method, url: path, headers: sent, ...payload })).json()
      },
      async openSocket({ cookie }) {
        const client = openChat({ address, cookie, origin: OWN_ORIGIN })
        await client.next('welcome')
        return client
      },
    }
  }

  const sites = [
    await startSite(0, false),
    await startSite(1, false),
    await startSite(0, true),
    await startSite(1, true),
  ] as const

  return {
    upstream: first,
    sites: [...sites],
    async join(name, ...duties) {
      const email = `${name}@instances.test`
      const { id } = await first.signUp(email, PASSWORD)
      await setDuties(first.db, id, duties, { by: null, at: 0 })
      const payload = { email, password: PASSWORD }
      const headers = { 'x-forwarded-for': from() }
      const answer = await started[0]?.app.inject({ method: 'POST', url: '/oauth/emailLogin', headers, payload })
      const proof = { factor_at: now() }
      await first.db.updateTable('sessions').set(proof).where('user_id', '=', id).execute()
      return { id, cookie: String(answer?.headers['set-cookie']).split(';')[0] ?? '' }
    },
    async close() {
      for (const site of started) await site.close()
      for (const upstream of upstreams) await upstream.close()
    },
  }
}

const createKey = () => randomBytes(32).toString('base64')
