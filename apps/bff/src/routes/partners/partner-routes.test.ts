import { ownCallHeaders } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { certificate, KNOWN_CODE, KNOWN_NO } from '#testing/certificates.ts'
import { makeSite, OWN_ORIGIN, type TestSite, TOKEN } from '#testing/make-site.ts'
import { failure, ok } from '#testing/stub-upstream.ts'

const CHECK = '/v1/partner/certificates/check'
const KEY = `gp_${'k'.repeat(49)}`
const QUOTA = { quota: 1000, remaining: 998, resetTime: '2026-11-21T16:00:00.000Z', isTest: false }
const PAIRS = [{ certificateNo: KNOWN_NO, checkCode: KNOWN_CODE }, 'no pair']
const RESULTS = [
  { certificateNo: KNOWN_NO, answer: { state: 'valid', certificate } },
  { certificateNo: KNOWN_NO, answer: { state: 'unknown', supportNo: 'Q-7F3K-92MD' } },
  { fault: '格式不正确' },
]

const ORDER = {
  reference: 'PO-1',
  customerName: '林知微',
  phone: '138 0000 6021',
  wayIn: 'counter',
  wayBack: 'counter',
  collectors: [],
  priority: 'normal',
  items: [{ statedName: '翡翠手镯', category: 'jade', count: 1, serviceCodes: ['ID'], declaredCents: null }],
  totalCents: 12_000,
}

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = () => ok(RESULTS, QUOTA)
})
afterEach(() => site.close())

interface Sent {
  url?: string
  headers?: Record<string, string>
  pairs?: unknown[]
}

const check = ({ url = CHECK, headers = { authorization: `Bearer ${KEY}` }, pairs = PAIRS }: Sent = {}) =>
  site.app.inject({ method: 'POST', url, headers, payload: { pairs } })

it('forwards key and pairs unchanged, and returns the answers in their order', async () => {
  const reply = await check()
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ code: 200, message: '成功', data: RESULTS, extra: QUOTA })
  const [seen] = site.upstream.seen
  expect(seen?.headers.authorization).toBe(`Bearer ${KEY}`)
  expect(JSON.parse(seen?.body ?? '')).toEqual({ pairs: PAIRS })
  expect([reply.headers['cache-control'], reply.headers['set-cookie']]).toEqual(['no-store', undefined])
  expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

it('sends no session upstream, with or without a key, and ends none', async () => {
  const cookie = await site.logIn()
  await check({ headers: { cookie, authorization: `Bearer ${KEY}` } })
  site.upstream.answer = () => failure(401, '缺少密钥')
  const reply = await check({ headers: { cookie, ...ownCallHeaders } })
  expect(site.upstream.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, undefined])
  expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([401, undefined])
  expect(JSON.stringify(site.upstream.seen)).not.toContain(TOKEN)
})

it('answers refusals of upstream with their status and reason', async () => {
  const extra = { reason: 'quotaUsedUp', ...QUOTA }
  site.upstream.answer = () => ({
    body: { code: 429, message: '额度', data: null, extra },
    headers: { 'retry-after': '37' },
  })
  const reply = await check()
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '37'])
  expect(reply.json()).toMatchObject({ code: 429, data: null, extra })
})

it('refuses a key in the address, and a page of another site', async () => {
  const inAddress = await check({ url: `${CHECK}?key=${KEY}` })
  expect([inAddress.statusCode, inAddress.json().extra.reason]).toEqual([400, 'keyInAddress'])
  const elsewhere = await check({ headers: { authorization: `Bearer ${KEY}`, origin: 'https://evil.example' } })
  expect(elsewhere.statusCode).toBe(403)
  const preflight = await site.app.inject({ method: 'OPTIONS', url: CHECK, headers: { origin: OWN_ORIGIN } })
  expect(preflight.statusCode).toBe(404)
  expect(site.upstream.seen).toEqual([])
})

it('refuses 101 pairs and an empty list with the reason and the limit', async () => {
  for (const pairs of [[], Array.from({ length: 101 }, () => PAIRS[0])]) {
    const reply = await check({ pairs })
    expect([reply.statusCode, reply.json().extra.reason]).toEqual([400, 'pairsWrong'])
    expect(reply.json().message).toContain('1 至 100 对')
  }
  expect(site.upstream.seen).toEqual([])
})

it.each([
  ['broken JSON', 'application/json', '{"pairs": ', 'notJson'],
  ['an empty body', 'application/json', '', 'notJson'],
  ['a form', 'application/x-www-form-urlencoded', 'pairs=1', 'notJson'],
  ['JSON without pairs', 'application/json', '{}', 'pairsWrong'],
  ['a list', 'application/json', '[]', 'pairsWrong'],
])('refuses %s with its reason', async (_what, type, payload, reason) => {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': type }
  const reply = await site.app.inject({ method: 'POST', url: CHECK, headers, payload })
  expect([reply.statusCode, reply.json().extra.reason]).toEqual([400, reason])
})

it.each([
  [
    'a long header',
    { headers: { authorization: `Bearer ${'k'.repeat(200)}` } },
    400,
    'headerTooLong',
    '至多 200 个字符',
  ],
  ['a parameter', { url: `${CHECK}?page=1` }, 400, 'parametersWrong', '没有网址参数'],
  ['a large body', { pairs: ['x'.repeat(64 * 1024)] }, 413, 'bodyTooLarge', '至多 64 KB'],
])('refuses %s with status, reason and limit', async (_what, sent, status, reason, limit) => {
  const reply = await check(sent)
  expect([reply.statusCode, reply.json().code, reply.json().extra.reason]).toEqual([status, status, reason])
  expect(reply.json().message).toContain(limit)
  expect(site.upstream.seen).toEqual([])
})

it('lists changes from the beginning for an empty `after`, and refuses a wrong one with its reason', async () => {
  site.upstream.answer = () => ok({ records: [], next: 0, hasMore: false })
  const list = (after: string) =>
    site.app.inject({
      url: `/v1/partner/certificates/changes?after=${after}`,
      headers: { authorization: `Bearer ${KEY}` },
    })
  expect((await list('')).statusCode).toBe(200)
  for (const after of ['-1', 'x', '1.5']) {
    const reply = await list(after)
    expect([reply.statusCode, reply.json().extra.reason]).toEqual([400, 'afterWrong'])
  }
})

it('refuses a parameter that the list of changes has not, which would begin it anew', async () => {
  const url = '/v1/partner/certificates/changes?aftr=5'
  const reply = await site.app.inject({ url, headers: { authorization: `Bearer ${KEY}` } })
  expect([reply.statusCode, reply.json().extra.reason]).toEqual([400, 'parametersWrong'])
  expect(reply.json().message).toContain('只有 after')
  expect(site.upstream.seen).toEqual([])
})

it('forwards an order of 500 items, its number and the place in the list of changes', async () => {
  site.upstream.answer = () => ok(null)
  const headers = { authorization: `Bearer ${KEY}` }
  const item = { statedName: '翡'.repeat(60), category: 'jade', count: 1, serviceCodes: ['ID'], declaredCents: null }
  const payload = { ...ORDER, items: Array.from({ length: 500 }, () => ({ ...item, care: '意'.repeat(200) })) }
  await site.app.inject({ method: 'POST', url: '/v1/partner/orders', headers, payload })
  await site.app.inject({ url: '/v1/partner/orders/WT20261120000425', headers })
  await site.app.inject({ url: '/v1/partner/orders/changes?after=7', headers })
  expect(site.upstream.seen.map(({ url }) => url)).toEqual([
    '/v1/partner/orders',
    '/v1/partner/orders/WT20261120000425',
    '/v1/partner/orders/changes?after=7',
  ])
  expect(JSON.parse(site.upstream.seen[0]?.body ?? '').items).toHaveLength(500)
})

it.each([
  ['no item', { items: [] }, /\/items/],
  ['a blank reference', { reference: ' ' }, /\/reference/],
  ['an unknown member', { adress: '上海' }, /\/adress$/],
  ['a misspelled member of an item', { items: [{ ...ORDER.items[0], cares: '勿清洗' }] }, /\/items\/0\/cares$/],
  ['a long reference', { reference: 'x'.repeat(41) }, /\/reference/],
])('refuses an order with %s, and names the member', async (_what, more, message) => {
  const payload = { ...ORDER, ...more }
  const headers = { authorization: `Bearer ${KEY}` }
  const reply = await site.app.inject({ method: 'POST', url: '/v1/partner/orders', headers, payload })
  expect([reply.statusCode, reply.json().extra.reason]).toEqual([400, 'orderWrong'])
  expect(reply.json().message).toMatch(message)
  expect(site.upstream.seen).toEqual([])
})

it('answers a number of no form as an unknown one', async () => {
  const headers = { authorization: `Bearer ${KEY}` }
  for (const number of ['WT1', '..%2Fcertificates', 'change']) {
    const reply = await site.app.inject({ url: `/v1/partner/orders/${number}`, headers })
    expect([reply.statusCode, reply.json().extra.reason]).toEqual([400, 'orderUnknown'])
  }
  expect(site.upstream.seen).toEqual([])
})

it('refuses an answer about another number', async () => {
  const other = { ...certificate, certificateNo: 'SH20261103001293' }
  site.upstream.answer = () => ok([{ certificateNo: KNOWN_NO, answer: { state: 'valid', certificate: other } }], QUOTA)
  expect((await check()).statusCode).toBe(502)
})

it('counts calls by key, not by client, and wrong keys by client', async () => {
  site.upstream.answer = () => ok(QUOTA)
  const fetchQuota = (key: string) =>
    site.app.inject({ url: '/v1/partner/quota', headers: { authorization: `Bearer ${key}` } })
  const listStatuses = async (key: string, times: number) =>
    (await Promise.all(Array.from({ length: times }, () => fetchQuota(key)))).map(({ statusCode }) => statusCode)
  for (let nth = 0; nth < 6; nth += 1) expect(new Set(await listStatuses('one', 100))).toEqual(new Set([200]))
  // The client exceeds the budget of wrong keys: another key at the same address still works.
  for (let nth = 0; nth < 3; nth += 1) expect(new Set(await listStatuses('one', 50))).toEqual(new Set([429]))
  expect(await listStatuses('another', 2)).toEqual([200, 200])
  site.upstream.answer = () => failure(401, '密钥无效')
  for (let nth = 0; nth < 3; nth += 1) await listStatuses(`wrong${nth}`, 40)
  expect(await listStatuses('wrong', 2)).toEqual([429, 429])
})

it('writes no key to the log', async () => {
  await check()
  await check({ url: `${CHECK}?key=${KEY}` })
  await check({ url: `${CHECK}/${KEY}` })
  await site.upstream.stop()
  await check()
  await site.upstream.start()
  expect(site.logs.length).toBeGreaterThan(2)
  expect(site.logs.join('')).not.toContain(KEY)
})
