import { MISSING_PENDING_MAX } from '@portal/contract/site/missing-addresses.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CLIENT_BUDGETS } from '#config/limits.ts'
import { createMemoryRateLimit } from '#shared-state/rate-limit.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'
import { createAddressHits } from './address-hits.ts'

const REPORT = '/v1/site/addressHits'
const UNLIMITED = { take: () => ({ isAllowed: true, retryAfterMs: 0 }), giveBack: async () => undefined }

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = ({ url }) => {
    if (url === '/v1/site/redirects') return ok([{ from: '/songjian.html', to: '/question' }])
    if (url === REPORT) return ok(null)
    return url === '/v1/content/revision' ? ok({ revision: 1 }) : ok({ name: '石衡' })
  }
})
afterEach(() => site.close())

/** Reports what is pending, as the end of the process does. */
async function readReport(): Promise<unknown> {
  await site.app.close()
  const bodies = site.upstream.seen.filter(({ url }) => url === REPORT).map(({ body }) => JSON.parse(body))
  expect(bodies.length).toBeLessThanOrEqual(1)
  return bodies[0] ?? null
}

it('reports pages and documents that were not found and redirects that were used, by path alone', async () => {
  site.watchRevision()
  const open = async (url: string) =>
    (await site.app.inject({ url, headers: { referer: 'https://a.example/?q=1' } })).statusCode
  await expect.poll(() => open('/songjian.html')).toBe(301)
  const statuses = []
  for (const url of ['/Wenti.html?openid=o1', '/wenti.html', '/cert', '/cert/', '/%E6%97%A7%E9%A1%B5', '/']) {
    statuses.push(await open(url))
  }
  expect(statuses).toEqual([404, 404, 404, 404, 404, 200])
  const { missing, moved } = (await readReport()) as Record<string, { path: string; times: number }[]>
  // The first request may come before the redirects.
  expect(missing?.filter(({ path }) => path !== '/songjian.html')).toEqual([
    { path: '/wenti.html', times: 2 },
    { path: '/cert', times: 2 },
    { path: '/旧页', times: 1 },
  ])
  expect(moved).toEqual([{ path: '/songjian.html', times: 1 }])
  const [seen] = site.upstream.seen.filter(({ url }) => url === REPORT)
  expect(JSON.stringify(seen?.headers)).not.toMatch(/a\.example|forwarded/)
})

it('counts a page that comes from the cache', async () => {
  for (let at = 0; at < 3; at += 1) expect((await site.app.inject('/cert')).statusCode).toBe(404)
  expect(await readReport()).toEqual({ missing: [{ path: '/cert', times: 3 }], moved: [] })
})

it.each([
  ...[
    '/.env',
    '/.git/config',
    '/wp-login.php',
    '/wp-content/x',
    '/phpmyadmin/',
    '/a/cgi-bin/x',
    '/shell.php',
    '/old.php',
  ],
  ...[
    '/logo.png',
    '/v1/none',
    '/manage/none',
    '/assets/old-1a2b.js',
    '/a//b',
    '/a%00b',
    '/a%E2%80%AEb',
    '/li@a.cn',
    '/q/13800138000',
  ],
  ...[`/${'a'.repeat(201)}`, '/%E0%A4%A', '/certificate-check/SH2025'],
])('does not count %s', async (url) => {
  await site.app.inject(url)
  expect(await readReport()).toBeNull()
})

it('counts a limited number of requests of one client', async () => {
  for (let at = 0; at < 40; at += 1) await site.app.inject(`/guess-${at}.html`)
  const { missing } = (await readReport()) as { missing: unknown[] }
  expect(missing).toHaveLength(CLIENT_BUDGETS.missingPages.limit)
})

it('is not made for a browser', async () => {
  const payload = { missing: [{ path: '/x', times: 9 }], moved: [] }
  const { statusCode } = await site.app.inject({ method: 'POST', url: REPORT, payload })
  expect(statusCode).toBe(404)
  expect(await readReport()).toBeNull()
})

it('keeps a bounded number of addresses, and counts the known ones further', async () => {
  const bodies: string[] = []
  const request = async ({ body = '' }) => {
    bodies.push(body)
    return { status: 200 } as never
  }
  const hits = createAddressHits({ upstream: { request }, budget: UNLIMITED })
  for (let at = 0; at < MISSING_PENDING_MAX + 50; at += 1) await hits.countMissing(`/flood-${at}`, 'client')
  await hits.countMissing('/flood-0', 'client')
  await hits.flush()
  const { missing } = JSON.parse(bodies[0] ?? '')
  expect(missing).toHaveLength(MISSING_PENDING_MAX)
  expect(missing[0]).toEqual({ path: '/flood-0', times: 2 })
})

it('gives up a report that upstream does not take, and goes on counting', async () => {
  vi.useFakeTimers()
  try {
    const bodies: string[] = []
    const request = ({ body = '' }) => {
      bodies.push(body)
      return new Promise<never>(() => undefined)
    }
    const budget = createMemoryRateLimit({ name: 'test', limit: 20, windowMs: 60_000, now: Date.now })
    const hits = createAddressHits({ upstream: { request }, budget })
    await hits.countMissing('/a', 'client')
    await vi.advanceTimersByTimeAsync(13_000)
    await hits.countMissing('/b', 'client')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(bodies.map((body) => JSON.parse(body).missing[0].path)).toEqual(['/a', '/b'])
  } finally {
    vi.useRealTimers()
  }
})
