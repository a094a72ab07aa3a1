import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeEach(async () => {
  // Long enough for an answer on a busy machine.
  site = await makeSite({ env: { UPSTREAM_TIMEOUT_MS: '1500' } })
  site.upstream.answer = () => ok({ name: '石衡' })
})
afterEach(() => site.close())

/** Value of a series in the Prometheus text; 0 if it is missing. */
async function read(series: string): Promise<number> {
  const text = await site.app.metrics.metrics()
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? 0)
}

const countCalls = (call: string, outcome: string) =>
  read(`upstream_request_duration_seconds_count{call="${call}",outcome="${outcome}"}`)

it('counts a request once by its route, and in-process calls of a page as upstream calls only', async () => {
  await site.app.inject('/')
  await site.app.inject('/v1/webSiteInfo')
  await site.app.inject('/v1/nothing-of-ours')
  await site.app.inject('/assets/entry-1a2b3c4d.js')
  expect(await read('http_requests_total{route="/*",method="GET",status="200"}')).toBe(1)
  expect(await read('http_requests_total{route="/v1/webSiteInfo",method="GET",status="200"}')).toBe(1)
  expect(await read('http_requests_total{route="/assets/*",method="GET",status="200"}')).toBe(1)
  expect(await read('http_request_duration_seconds_count{route="/*",method="GET"}')).toBe(2)
  expect(await read('page_render_seconds_count{kind="page",outcome="ok"}')).toBe(1)
  expect(await countCalls('GET /v1/webSiteInfo', 'ok')).toBe(1)
})

it('labels each upstream call with its outcome', async () => {
  const call = '/v1/tag/'
  const outcomes = [
    ['4xx', () => ({ status: 404, body: { code: 404, message: '', data: null, extra: {} } })],
    ['5xx', () => ({ status: 502, body: '<h1>Bad Gateway</h1>' })],
    ['5xx', () => ({ status: 503, body: { code: 500, message: '', data: null, extra: {} } })],
    ['broken', () => ({ body: '<html>' })],
    ['timeout', () => ({ body: null })],
  ] as const
  const counted: Record<string, number> = {}
  for (const [outcome, answer] of outcomes) {
    site.upstream.answer = answer
    await site.app.inject(call)
    counted[outcome] = (counted[outcome] ?? 0) + 1
    expect([outcome, await countCalls(`GET ${call}`, outcome)]).toEqual([outcome, counted[outcome]])
  }
  await site.upstream.stop()
  await site.app.inject(call)
  expect(await countCalls(`GET ${call}`, 'unreachable')).toBe(1)
  for (let count = 0; count < 20; count += 1) await site.app.inject(call)
  expect(await countCalls(`GET ${call}`, 'breaker')).toBeGreaterThan(0)
  await site.upstream.start()
})

it('counts files by their route, without their names', async () => {
  site.upstream.answer = () => ({ headers: { 'content-type': 'image/png' }, body: 'x' })
  await site.app.inject('/file/img/0a1b.png')
  expect(await countCalls('GET /file/img/:name', 'ok')).toBe(1)
  await site.upstream.stop()
  await site.app.inject('/file/img/0a1b.png')
  expect(await countCalls('GET /file/img/:name', 'unreachable')).toBe(1)
  await site.upstream.start()
  expect(await site.app.metrics.metrics()).not.toContain('0a1b')
})

it('counts cache answers by their state, and reports the size of the cache', async () => {
  const countAnswers = (state: string) => read(`cache_answers_total{cache="answers",state="${state}"}`)
  await site.app.inject('/v1/webSiteInfo')
  await site.app.inject('/v1/webSiteInfo')
  expect([await countAnswers('new'), await countAnswers('fresh')]).toEqual([1, 1])
  expect(await read('cache_entries{cache="answers"}')).toBe(1)
  expect(await read('cache_size_chars{cache="answers"}')).toBeGreaterThan(1_000)
  await site.upstream.stop()
  site.clock.nowMs += 60 * 60_000
  await site.app.inject('/v1/webSiteInfo')
  await site.app.inject('/v1/category/')
  expect([await countAnswers('stale'), await countAnswers('failed')]).toEqual([1, 1])
  await site.upstream.start()
})

it('reports percentiles of the event-loop delay', async () => {
  const text = await site.app.metrics.metrics()
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
})
