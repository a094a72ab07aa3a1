import { expect, it } from 'vitest'
import { createProxyTrust, isBehindProxy, readTrustProxy } from './trusted-proxies.ts'

it.each([
  ['0', '192.0.2.1', 0, false],
  ['2', '192.0.2.1', 1, true],
  ['2', '192.0.2.1', 2, false],
  ['192.0.2.1', '192.0.2.1', 5, true],
  ['192.0.2.1', '192.0.2.2', 0, false],
  ['10.0.0.0/8, 192.0.2.1', '10.200.0.1', 0, true],
  ['10.0.0.0/8', '::ffff:10.200.0.1', 0, true],
  ['2001:db8::/32', '2001:db8:1::7', 0, true],
  ['2001:db8::/32', '10.0.0.1', 0, false],
  ['10.0.0.0/8', 'unknown', 0, false],
  ['10.0.0.0/8', 'inner', 0, false],
])('decides for TRUST_PROXY=%s whether peer %s at hop %i is trusted: %s', (text, address, hop, isBelieved) => {
  expect(createProxyTrust(readTrustProxy(text))(address, hop)).toBe(isBelieved)
})

it('detects from TRUST_PROXY whether the site is behind a proxy', () => {
  expect(['0', '1', '127.0.0.1'].map((text) => isBehindProxy(readTrustProxy(text)))).toEqual([false, true, true])
})
