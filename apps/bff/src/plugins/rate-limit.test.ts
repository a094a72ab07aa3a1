import { ownCallHeaders } from '@portal/contract/constants.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { toClientKey } from '#request/client-address.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite | undefined
afterEach(() => site?.close())

describe('a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:bbbb:0:0:2', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
  ])('is identified at %s as %s', (address, expected) => {
    expect(toClientKey(address)).toBe(expected)
  })
})

describe('the client address sent to upstream', () => {
  it.each([
    ['0', '203.0.113.9', '127.0.0.1'],
    ['1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['2', '192.0.2.6, 198.51.100.1, 203.0.113.9', '198.51.100.1'],
    ['1', '203.0.113.9:4711', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['127.0.0.0/8, 203.0.113.0/24', '198.51.100.1, 203.0.113.9', '198.51.100.1'],
    ['::1,2001:db8::/32', '203.0.113.9', '127.0.0.1'],
    ['127.0.0.1', 'unknown', '127.0.0.1'],
    ['1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['1', '2001:db8::7', '2001:db8::7'],
    ['1', 'unknown', '127.0.0.1'],
    ['1', `<script>${'x'.repeat(9_000)}`, '127.0.0.1'],
  ])('follows from TRUST_PROXY %s and X-Forwarded-For «%.40s»: %s', async (trusted, forwarded, expected) => {
    site = await makeSite({ env: { TRUST_PROXY: trusted } })
    site.upstream.answer = () => ok('')
    await site.app.inject({ url: '/v1/report', headers: { ...ownCallHeaders, 'x-forwarded-for': forwarded } })
    expect(site.upstream.seen[0]?.headers['x-forwarded-for']).toBe(expected)
  })
})
