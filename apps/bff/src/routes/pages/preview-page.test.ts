import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { failure, ok } from '#testing/stub-upstream.ts'

const KEY = 'row.end.signature'
const ADDRESS = `/article/7?preview=${KEY}`

let site: TestSite
let cookie = ''
beforeAll(async () => {
  site = await makeSite()
  cookie = await site.logIn()
  const data = { name: '未发布的名称' }
  const preview = {
    path: '/article/7',
    notice: '《<b>标题》',
    answers: [{ path: '/v1/webSiteInfo', query: {}, data, extra: {} }],
  }
  site.upstream.answer = ({ url }) => (url.startsWith('/v1/manage/preview') ? ok(preview) : ok({ name: '石衡' }))
})
afterAll(() => site.close())

const open = (url: string, headers: Record<string, string> = { cookie }) => site.app.inject({ url, headers })

it('shows staff the page with the unpublished answer, marked as a preview and not cached', async () => {
  const reply = await open(ADDRESS)
  expect(reply.payload).toContain('未发布的名称')
  expect(reply.payload).toContain('预览 · 未发布')
  expect(reply.payload).not.toContain('<b>标题')
  expect(reply.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  expect(reply.headers.etag).toBeUndefined()
})

it('changes no page or call of visitors, before or after', async () => {
  for (const url of ['/article/7', '/v1/webSiteInfo', '/']) {
    expect((await open(url, {})).payload).not.toContain('未发布')
    await open(ADDRESS)
    expect((await open(url, {})).payload).not.toContain('未发布')
  }
  const visitor = await open(ADDRESS, {})
  expect(visitor.statusCode).toBe(401)
  expect(visitor.payload).toContain('请先登录')
  expect(visitor.headers['cache-control']).toBe('no-store')
})

it('may be framed by pages of its own origin, and no other page may', async () => {
  const own = await open(ADDRESS, { cookie, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' })
  expect(own.payload).toContain('未发布的名称')
  expect(own.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect((await open('/article/7', {})).headers['content-security-policy']).toContain("frame-ancestors 'none'")
  const refused = await open(`/article/8?preview=${KEY}`)
  expect(refused.headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

it('opens no other page with the same key, and neither frames of other sites nor prefetches', async () => {
  const other = await open(`/article/8?preview=${KEY}`)
  expect([other.statusCode, other.payload.includes('未发布的名称')]).toEqual([403, false])
  const frame = await open(ADDRESS, { cookie, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' })
  expect([frame.statusCode, frame.payload.includes('未发布的名称')]).toEqual([403, false])
})

it('shows why a key is refused', async () => {
  const { answer } = site.upstream
  site.upstream.answer = () => failure(500, '预览链接已失效')
  const reply = await open(ADDRESS)
  expect(reply.payload).toContain('预览链接已失效')
  expect(reply.payload).not.toContain('id="root"')
  site.upstream.answer = answer
})
