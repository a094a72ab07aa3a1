import type { Call } from '@portal/contract/call.ts'
import { calls, toCallKey } from '@portal/contract/calls.ts'
import { ownCallHeaders } from '@portal/contract/constants.ts'
import { findBroken } from '@portal/contract/testing/broken-rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSite, OWN_ORIGIN, type TestSite, TOKEN } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

/** Calls of staff, including files, whose addresses could be embedded in any page. */
// Calls that only the BFF makes have no route here: see `certificate-print-routes.test.ts`.
const staffCalls = (calls as readonly Call[]).filter(({ access, reachedBy }) => access === 'staff' && !reachedBy)
const STOLEN = 'StolenToken'.padEnd(128, 'z')
const OWN_PAGE = { ...ownCallHeaders, origin: OWN_ORIGIN, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }

let site: TestSite
let cookie: string
beforeAll(async () => {
  site = await makeSite({ env: { TRUST_PROXY: '1' } })
  cookie = await site.logIn()
  site.upstream.answer = () => ok(null)
})
afterAll(() => site.close())

/** Name of a stored picture. */
const PICTURE = `${'a'.repeat(32)}.webp`

let requests = 0

/** Each request has a client of its own, so that no budget runs out. */
async function requestStatus({ method, path, body }: Call, headers: Record<string, string>): Promise<number> {
  requests += 1
  const from = { 'x-forwarded-for': `198.18.${requests >> 8}.${requests & 255}` }
  const url = path.replace('{name}', PICTURE).replace(/\{\w+\}/g, '1')
  return (await site.app.inject({ method, url, headers: { ...from, ...headers }, ...(body && { payload: {} }) }))
    .statusCode
}

describe('a call of staff', () => {
  const cases = staffCalls.map((call) => [toCallKey(call), call] as const)

  it('never reaches upstream without the cookie, nor with it from another site', async () => {
    const broken = await findBroken(cases, async (call) => {
      site.upstream.seen.length = 0
      const attempts = [
        [401, OWN_PAGE],
        [401, { ...OWN_PAGE, authorization: TOKEN }],
        [401, { ...OWN_PAGE, authorization: `Bearer ${TOKEN}`, cookie: `Authorization=${TOKEN}; token=${TOKEN}` }],
        [401, { ...OWN_PAGE, cookie: `${cookie.split('=')[0]}=${TOKEN}` }],
        [403, { ...ownCallHeaders, cookie, origin: 'https://evil.test' }],
        [403, { cookie, origin: 'null' }],
        [403, { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
        [403, { cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
      ] as const
      for (const [status, headers] of attempts) {
        expect({ headers, status: await requestStatus(call, headers) }).toEqual({ headers, status })
      }
      expect(site.upstream.seen).toEqual([])
    })
    expect(broken).toEqual([])
  }, 60_000)

  it('is made with the token of the cookie, whatever the browser claims', async () => {
    const broken = await findBroken(cases, async (call) => {
      site.upstream.seen.length = 0
      await requestStatus(call, { ...OWN_PAGE, cookie, authorization: STOLEN, 'x-user-id': 'f00d' })
      const seen = JSON.stringify(site.upstream.seen)
      expect(seen).not.toContain(STOLEN)
      expect(seen).not.toContain('f00d')
      for (const { headers } of site.upstream.seen) expect(headers.authorization).toBe(TOKEN)
    })
    expect(broken).toEqual([])
  }, 60_000)
})
