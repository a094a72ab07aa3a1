import { ownCallHeaders } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeSite, OWN_ORIGIN, type TestSite } from '#testing/make-site.ts'
import { failure, ok, type StubAnswer } from '#testing/stub-upstream.ts'

const ROWS = [
  { from: '/wenti.html', to: '/question' },
  { from: '/旧页面', to: 'https://example.cn/新' },
  { from: '/news/2024/*', to: '/tags?categoryId=32' },
  { from: '/news/2024/a', to: '/article/7' },
]

let site: TestSite
let answer: StubAnswer
let revision = 1
beforeEach(async () => {
  site = await makeSite()
  answer = ok(ROWS)
  site.upstream.answer = ({ url }) => {
    if (url === '/v1/site/redirects') return answer
    if (url === '/v1/content/revision') return ok({ revision })
    return url === '/v1/manage/redirects' ? ok({ added: 1 }) : ok({ name: '石衡' })
  }
})
afterEach(() => site.close())

const readLocation = async () => (await site.app.inject('/wenti.html')).headers.location ?? null

/** Starts the watch of the revision, which reads the redirects first. */
async function watch(): Promise<void> {
  site.watchRevision()
  await expect.poll(readLocation).toBe('/question')
}

it.each([
  ['/wenti.html', '/question'],
  ['/WENTI.html/', '/question'],
  ['/wenti.html?from=wx&a=%E7%9F%B3', '/question?from=wx&a=%E7%9F%B3'],
  ['/%E6%97%A7%E9%A1%B5%E9%9D%A2', 'https://example.cn/%E6%96%B0'],
  ['/news/2024/b/c', '/tags?categoryId=32'],
  ['/news/2024/a', '/article/7'],
])('answers %s with a redirect before the pages', async (from, to) => {
  await watch()
  const { statusCode, headers } = await site.app.inject(from)
  expect([statusCode, headers.location]).toEqual([301, to])
  expect(headers['cache-control']).toBe(from.includes('?') ? 'no-store' : 'public, max-age=3600')
})

it('leaves out rows of a broken upstream, which would lead readers elsewhere or fail their pages', async () => {
  const targets = [
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/?token=T',
    '/a\r\nset-cookie: a=b',
    7,
    null,
  ]
  answer = ok([...targets.map((to, at) => ({ from: `/bad-${at}`, to })), { from: 7, to: '/about' }, null, ...ROWS])
  await watch()
  for (let at = 0; at < targets.length; at += 1) {
    const { statusCode, headers } = await site.app.inject(`/bad-${at}`)
    expect([at, statusCode, headers.location]).toEqual([at, 404, undefined])
  }
})

it('reads the table again after a change by staff, and keeps the last one while upstream fails', async () => {
  const headers = { cookie: await site.logIn(), origin: OWN_ORIGIN, ...ownCallHeaders }
  const change = async (next: StubAnswer) => {
    answer = next
    const payload = { rows: [{ from: '/x', to: '/about' }] }
    const changed = await site.app.inject({ method: 'POST', url: '/v1/manage/redirects', headers, payload })
    expect(changed.json().code).toBe(200)
  }
  await watch()
  await change(ok([{ from: '/wenti.html', to: '/contact-us' }]))
  await expect.poll(readLocation).toBe('/contact-us')
  await change(failure(503, '上游不可用'))
  expect(await readLocation()).toBe('/contact-us')
})

it('reads the redirects that another instance has changed when the revision rises', async () => {
  await watch()
  await expect.poll(() => site.upstream.seen.some(({ url }) => url === '/v1/content/revision')).toBe(true)
  answer = ok([])
  revision += 1
  await expect.poll(readLocation).toBeNull()
})

it('sends pages before upstream has answered', async () => {
  answer = failure(503, '上游不可用')
  site.watchRevision()
  expect((await site.app.inject('/')).statusCode).toBe(200)
  expect(await readLocation()).toBeNull()
})
