import { afterEach, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok, startStubUpstream } from '#testing/stub-upstream.ts'
import { untilStarted } from './readiness.ts'

let site: TestSite | undefined
afterEach(() => site?.close())

/** The BFF over an upstream that is not there yet, at the address where it will be. */
async function startBefore(circuit = { nowMs: 0 }) {
  const upstream = await startStubUpstream()
  upstream.answer = () => ok({ name: '石衡' })
  await upstream.stop()
  site = await makeSite({ upstream, circuitNow: () => circuit.nowMs })
  const { app, clock } = site
  const ready = async () => {
    clock.nowMs += 3_000
    const { statusCode, payload } = await app.inject('/readyz')
    const { status, upstream: seen } = JSON.parse(payload).data
    return [statusCode, status, seen]
  }
  return { app, upstream, ready, circuit }
}

it('product review readiness: is ready once upstream has answered, and early calls keep nobody from it then', async () => {
  const { app, upstream, ready } = await startBefore()
  for (let early = 0; early < 20; early += 1) {
    expect(await ready()).toEqual([503, 'starting', 'down'])
    expect((await app.inject('/v1/webSiteInfo')).statusCode).toBe(502)
  }
  await upstream.start()
  expect((await app.inject('/v1/webSiteInfo')).statusCode).toBe(200)
  expect(await ready()).toEqual([200, 'ready', 'up'])
  // Pages come from memory when it goes again: this instance can serve.
  await upstream.stop()
  expect(await ready()).toEqual([200, 'ready', 'down'])
})

it('takes an upstream that has not answered within half a minute for away', async () => {
  const { app, upstream, ready, circuit } = await startBefore()
  circuit.nowMs = 30_000
  for (let failed = 0; failed < 5; failed += 1) await app.inject('/v1/webSiteInfo')
  await upstream.start()
  expect((await app.inject('/v1/webSiteInfo')).statusCode).toBe(502)
  circuit.nowMs += 1_000
  expect(await ready()).toEqual([200, 'ready', 'up'])
})

it('waits for the first answer, and for nothing once it is told to stop', async () => {
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
