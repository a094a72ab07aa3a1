import { createHash, createPublicKey, verify } from 'node:crypto'
import { toCanonicalJson } from '@portal/contract/certificates/certificate-receipt.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '#config/config.ts'
import { certificate, KNOWN_NO } from '#testing/certificates.ts'
import { createReceipts } from './receipt.ts'

/** Key of RFC 8037, appendix A.1 to A.3. */
const RFC_KEY = {
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
}
const [first, second] = [Buffer.from(RFC_KEY.d, 'base64url'), Buffer.alloc(32, 2)]
const NOW_MS = Date.parse('2026-11-21T08:00:00.999Z')
const receipts = createReceipts({ seeds: [first, second], revoked: [], now: () => NOW_MS })
const valid = { state: 'valid', certificate } as CertificateAnswer

function read(part: string | undefined): unknown {
  return JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
}

describe('a receipt', () => {
  const receipt = receipts.issue(valid, KNOWN_NO, 'https://www.example.cn') ?? ''
  const [header, claims, signature] = receipt.split('.')

  it('states the site, the certificate number, the answer and the time', () => {
    expect(read(header)).toEqual({ alg: 'EdDSA', typ: 'certificate-receipt+jwt', kid: RFC_KEY.thumbprint })
    expect(read(claims)).toEqual({
      iss: 'https://www.example.cn',
      sub: KNOWN_NO,
      iat: Math.floor(NOW_MS / 1000),
      state: 'valid',
      hash: createHash('sha256').update(toCanonicalJson(valid)).digest('base64url'),
    })
  })

  it('verifies against the published key, and fails when one character is changed', () => {
    const [published] = receipts.keys
    const key = createPublicKey({ key: { ...published }, format: 'jwk' })
    const isSigned = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signature ?? '', 'base64url'))
    expect(isSigned(`${header}.${claims}`)).toBe(true)
    expect(isSigned(`${header}.${claims?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`)).toBe(false)
  })

  it.each(['unknown', 'examination'] as const)('is not issued for «%s», which confirms nothing', (state) => {
    expect(receipts.issue({ state }, KNOWN_NO, 'https://www.example.cn')).toBeNull()
  })
})

describe('published keys', () => {
  it('state when a key was revoked, and a revoked key cannot sign', () => {
    const revoked = [{ x: RFC_KEY.x, revokedAtMs: NOW_MS }]
    const { keys } = createReceipts({ seeds: [second, first], revoked, now: () => NOW_MS })
    expect(keys.map(({ x, kid, revoked: since }) => ({ x, kid, since }))).toEqual([
      { x: receipts.keys[1]?.x, kid: receipts.keys[1]?.kid, since: undefined },
      { x: RFC_KEY.x, kid: RFC_KEY.thumbprint, since: { revoked_at: Math.floor(NOW_MS / 1000) } },
    ])
    expect(() => createReceipts({ seeds: [first, second], revoked, now: () => NOW_MS })).toThrow(ConfigError)
  })

  it('are the public halves of all keys, identified by thumbprint, the signing key first', () => {
    expect(receipts.keys).toHaveLength(2)
    expect(receipts.keys[0]).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      use: 'sig',
      kid: RFC_KEY.thumbprint,
      x: RFC_KEY.x,
    })
    expect(JSON.stringify(receipts.keys)).not.toContain(RFC_KEY.d)
  })
})
