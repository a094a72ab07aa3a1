import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
})
afterEach(() => site.close())

const SIGNED = '/wechat?signature=f1&timestamp=1&nonce=2'
const XML = '<xml><ToUserName>a</ToUserName><Content>DL4821</Content></xml>'
const AS_XML = { 'content-type': 'text/xml' }

it('forwards the signature check and returns its text as plain text', async () => {
  site.upstream.answer = () => ({ headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' }, body: '8841' })
  const reply = await site.app.inject(`${SIGNED}&echostr=8841&evil=1`)
  expect([reply.statusCode, reply.payload, reply.headers['content-type']]).toEqual([
    200,
    '8841',
    'text/plain; charset=utf-8',
  ])
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect(site.upstream.seen[0]?.url).toBe('/wechat?signature=f1&timestamp=1&nonce=2&echostr=8841')
})

it('forwards a message unchanged without credentials, and returns the XML of upstream', async () => {
  const cookie = await site.logIn()
  site.upstream.answer = () => ({
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body: '<xml>好</xml>',
  })
  const headers = { ...AS_XML, cookie, authorization: 'x', origin: 'https://mp.test', 'sec-fetch-site': 'cross-site' }
  const reply = await site.app.inject({ method: 'POST', url: SIGNED, headers, payload: XML })
  expect([reply.statusCode, reply.payload]).toEqual([200, '<xml>好</xml>'])
  expect(reply.headers['content-type']).toBe('application/xml; charset=utf-8')
  const [seen] = site.upstream.seen
  expect([seen?.body, seen?.headers.cookie, seen?.headers.authorization]).toEqual([XML, undefined, undefined])
})

it('returns the status of a refusal without its body', async () => {
  site.upstream.answer = () => ({ status: 403, body: 'who are you' })
  const reply = await site.app.inject(SIGNED)
  expect([reply.statusCode, reply.payload]).toEqual([403, ''])
})

it.each([
  ['a message above 64 KB', AS_XML, 'x'.repeat(64 * 1024 + 1), 413],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b', 400],
  ['JSON', { 'content-type': 'application/json' }, '{}', 400],
  ['nothing', {}, undefined, 400],
])('refuses %s', async (_what, headers, payload, status) => {
  const reply = await site.app.inject({ method: 'POST', url: SIGNED, headers, ...(payload && { payload }) })
  expect(reply.statusCode).toBe(status)
  expect(site.upstream.seen).toEqual([])
})

it('has its own rate limit', async () => {
  const ask = () => site.app.inject({ method: 'POST', url: SIGNED, headers: AS_XML, payload: XML })
  const replies = await Promise.all(Array.from({ length: 605 }, ask))
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5)
  expect((await site.app.inject('/bff/session')).statusCode).toBe(200)
})

it('answers 502 when upstream is unreachable or its answer is too long', async () => {
  site.upstream.answer = () => ({ body: 'x'.repeat(70_000) })
  expect((await site.app.inject(SIGNED)).statusCode).toBe(502)
  await site.upstream.stop()
  expect((await site.app.inject(SIGNED)).statusCode).toBe(502)
  await site.upstream.start()
})
