import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { makeSite, OWN_ORIGIN, type TestSite } from '../../apps/bff/src/testing/make-site.ts'
import type { TestRedis } from '../../apps/bff/src/testing/start-redis.ts'
import { setDuties } from '../../apps/upstream/src/accounts/duties/duties.ts'
import { makeUpstream, type TestUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'
import type { Duty } from '../../packages/contract/src/accounts/duties.ts'
import { type RunningNginx, startNginx } from '../scale/nginx.ts'
import { WEB_DIST } from '../scale/other-release.ts'
import { ask, type EdgeAnswer } from './asking.ts'

const PASSWORD = 'correct-horse-battery-8841'
const DOCUMENT = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const SCRIPT = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }

/** Cookies of a browser, as the site has set them. */
export interface Visitor {
  id: string
  cookies: Map<string, string>
}

/** nginx in front of two instances of the site with the real pages, over one upstream. */
export interface EdgeOfSites {
  nginx: RunningNginx
  sites: readonly [TestSite, TestSite]
  upstream: TestUpstream
  /** Creates an account and logs a browser in to it. */
  join(name: string, ...duties: readonly Duty[]): Promise<Visitor>
  /** Sends the request of a browser: a page is opened, everything else is called by a script of ours. */
  visit(visitor: Visitor, address: string, how?: { method?: string; body?: object }): Promise<EdgeAnswer>
  close(): Promise<void>
}

/** Makes a visitor who is not logged in. */
export function makeStranger(): Visitor {
  return { id: '', cookies: new Map() }
}

export async function startEdgeOfSites(redis: TestRedis | null): Promise<EdgeOfSites> {
  const upstream = await makeUpstream()
  await upstream.listen()
  // The sites are behind nginx and a proxy that names the browsers' addresses, to which limits apply.
  const keys = { SESSION_KEY: createKey(), RECEIPT_KEY: createKey(), TRUST_PROXY: '2', WEB_DIST }
  const env = { ...keys, UPSTREAM_URL: upstream.url, ...(redis && { REDIS_URL: redis.url }) }
  const startSite = async () => {
    const site = await makeSite({ env, now: Date.now })
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    while (redis && !(await site.app.inject('/readyz')).payload.includes('"redis":"up"')) await wait(10)
    return site
  }
  const sites = [await startSite(), await startSite()] as const
  const [one, two] = sites.map(({ app }) => `127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  const upstreamHost = new URL(upstream.url).host
  const nginx = await startNginx({
    servers: { SITE_1: one ?? '', SITE_2: two ?? '', UPSTREAM_1: upstreamHost, UPSTREAM_2: upstreamHost },
    assetFolders: [],
  })
  let asked = 0

  const edge: EdgeOfSites = {
    nginx,
    sites,
    upstream,
    async join(name, ...duties) {
      const email = `${name}@edge.test`
      const { id } = await upstream.signUp(email, PASSWORD)
      await setDuties(upstream.db, id, duties, { by: null, at: 0 })
      const visitor = { id, cookies: new Map() }
      const answer = await edge.visit(visitor, '/oauth/emailLogin', {
        method: 'POST',
        body: { email, password: PASSWORD },
      })
      if (!visitor.cookies.has('session')) throw new Error(`no login: ${answer.body}`)
      await upstream.db.updateTable('sessions').set({ factor_at: Date.now() }).where('user_id', '=', id).execute()
      return visitor
    },
    async visit({ cookies }, address, { method = 'GET', body } = {}) {
      asked += 1
      const isCall = /^\/(?:v1|oauth|bff)\//.test(address)
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await ask(nginx.url + address, {
        method,
        headers: {
          ...(isCall ? SCRIPT : DOCUMENT),
          ...(method === 'GET' ? {} : { origin: OWN_ORIGIN }),
          ...(body && { 'content-type': 'application/json' }),
          ...(cookie && { cookie }),
          host: new URL(OWN_ORIGIN).host,
          'x-forwarded-for': `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      return answer
    },
    async close() {
      await nginx.stop()
      for (const site of sites) await site.close()
      await upstream.close()
    },
  }
  return edge
}

const createKey = () => randomBytes(32).toString('base64')
