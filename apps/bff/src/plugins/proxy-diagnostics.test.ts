import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAdminServer } from '#admin-server.ts'
import { PROBE_PATH } from '#routes/service/proxy-diagnostics-routes.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'

const TOKEN = 'ab'.repeat(32)

let site: TestSite
let admin: Awaited<ReturnType<typeof startAdminServer>>
beforeEach(async () => {
  site = await makeSite({ env: { TRUST_PROXY: '1' } })
  admin = await startAdminServer(site.app, 0)
})
afterEach(async () => {
  await admin?.close()
  await site.close()
})

function getAdminAddress(): string {
  const address = admin?.server.address() as AddressInfo | null
  return `http://127.0.0.1:${address?.port}${PROBE_PATH}`
}

async function arm(token: string): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ token })
  return (await fetch(getAdminAddress(), { method: 'PUT', headers, body })).status
}

function visit(token: string) {
  const headers = { 'x-doctor-visit': token, 'x-forwarded-for': '203.0.113.77, 198.51.100.4' }
  return site.app.inject({ url: '/healthz', headers })
}

it('the admin port shows client address, forwarded addresses and origin of the request with the token', async () => {
  expect(await arm(TOKEN)).toBe(204)
  expect((await visit(TOKEN)).headers['x-doctor-count']).toBe('1')
  expect((await visit(TOKEN)).headers['x-doctor-count']).toBe('2')
  expect(await (await fetch(getAdminAddress())).json()).toEqual({
    visit: {
      address: '198.51.100.4',
      forwardedFor: ['203.0.113.77', '198.51.100.4'],
      origin: 'http://site.test',
      trustProxy: 1,
    },
  })
})

it('records nothing without the token, before it is armed, or after half a minute', async () => {
  await visit(TOKEN)
  expect(site.app.proxyDiagnostics.seen()).toBeNull()
  await arm(TOKEN)
  expect((await visit('cd'.repeat(32))).headers).not.toHaveProperty('x-doctor-count')
  expect((await site.app.inject('/healthz')).headers).not.toHaveProperty('x-doctor-count')
  site.clock.nowMs += 31_000
  expect((await visit(TOKEN)).headers).not.toHaveProperty('x-doctor-count')
  expect(site.app.proxyDiagnostics.seen()).toBeNull()
})

it('accepts only a long token, and is not available on the public port', async () => {
  expect(await arm('')).toBe(400)
  expect(await arm('a')).toBe(400)
  const reply = await site.app.inject({ method: 'PUT', url: PROBE_PATH, payload: { token: TOKEN } })
  expect(reply.statusCode).toBe(404)
  expect((await site.app.inject(PROBE_PATH)).body).not.toContain('visit"')
})
