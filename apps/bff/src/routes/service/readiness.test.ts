import { afterEach, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok, startStubUpstream } from '#testing/stub-upstream.ts'
import { untilStarted } from './readiness.ts'

let site: TestSite | undefined
afterEach(() => site?.close())

/** Starts the BFF before its upstream. */
async function startBefore(circuit = { nowMs: 0 }) {
  const upstream = await startStubUpstream()
  upstream.answer = () => ok({ name: '石衡' })
  await upstream.stop()
  site = await makeSite({ isStarting: true, upstream, circuitNow: () => circuit.nowMs })
  const { app, clock } = site
  const fetchReadiness = async () => {
    clock.nowMs += 3_000
    const { statusCode, payload } = await app.inject('/readyz')
    const { status, upstream: seen } = JSON.parse(payload).data
    return [statusCode, status, seen]
  }
  return { app, upstream, fetchReadiness, circuit }
}

it('is ready after the first answer of upstream, despite failed calls before', async () => {
  const { app, upstream, fetchReadiness } = await startBefore()
  for (let early = 0; early < 20; early += 1) {
    expect(await fetchReadiness()).toEqual([503, 'starting', 'down'])
    expect((await app.inject('/v1/webSiteInfo')).statusCode).toBe(502)
  }
  await upstream.start()
  expect((await app.inject('/v1/webSiteInfo')).statusCode).toBe(200)
  expect(await fetchReadiness()).toEqual([200, 'ready', 'up'])
  // It stays ready when upstream fails later: it can serve from its cache.
  await upstream.stop()
  expect(await fetchReadiness()).toEqual([200, 'ready', 'down'])
})

it('sends the starting page, and logs one line, until the first answer of upstream', async () => {
  const { app, upstream, fetchReadiness } = await startBefore()
  for (const url of ['/', '/about', '/?t=1']) {
    const { statusCode, headers, payload } = await app.inject(url)
    expect([statusCode, headers['retry-after'], headers.refresh, headers['cache-control']]).toEqual([
      ...[503, '3', '3', 'no-store'],
    ])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(payload).toContain('<h1>网站正在启动</h1>')
  }
  const warnings = (site?.logs ?? []).map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
  expect(warnings).toEqual([
    expect.objectContaining({
      msg: 'visitors get a page that says that the site is starting: upstream has not answered yet',
    }),
  ])
  await upstream.start()
  await fetchReadiness()
  expect((await app.inject('/')).statusCode).toBe(200)
  // The pages of an outage after the first answer are those with its notice.
  await upstream.stop()
  expect((await app.inject('/about')).payload).not.toContain('网站正在启动')
})

it('opens the circuit breaker for an upstream that has not answered within half a minute', async () => {
  const { app, upstream, fetchReadiness, circuit } = await startBefore()
  circuit.nowMs = 30_000
  for (let failed = 0; failed < 5; failed += 1) await app.inject('/v1/webSiteInfo')
  await upstream.start()
  expect((await app.inject('/v1/webSiteInfo')).statusCode).toBe(502)
  circuit.nowMs += 1_000
  expect(await fetchReadiness()).toEqual([200, 'ready', 'up'])
})

it('waits for the first answer of upstream, and stops waiting while draining', async () => {
  const state = { readiness: { state: 'starting' as 'starting' | 'ready' | 'draining' }, looks: 0 }
  const probe = {
    state: async () => {
      state.looks += 1
      return state.looks < 3 ? ('down' as const) : ('up' as const)
    },
  }
  await untilStarted(state.readiness, probe)
  expect(state).toEqual({ readiness: { state: 'ready' }, looks: 3 })
  state.readiness.state = 'draining'
  await untilStarted(state.readiness, probe)
  expect(state.readiness.state).toBe('draining')
})
