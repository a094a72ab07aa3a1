import { createHash } from 'node:crypto'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { formatProof, hasLeadingZeros } from '#proof-of-work.ts'
import { toCanonicalJson } from './certificate-receipt.ts'
import { CERTIFICATE_CATEGORIES } from './certificate-states.ts'
import { Certificate } from './certificates.ts'

const certificate = {
  certificateNo: 'SH20261103001285',
  version: 1,
  category: 'turquoise',
  conclusion: '绿松石',
  issuedOn: '2026-11-03',
}

it('keeps free members of a certificate that are text or numbers', () => {
  // Validates as the BFF does, which removes members that the contract does not name.
  const isCertificate = new Ajv({ strict: false, allowUnionTypes: true, removeAdditional: 'all' }).compile(Certificate)
  const sent = { ...certificate, 拉曼光谱: '1042 cm⁻¹ 强峰', birefringence: 0.008, '<b>': 'x' }
  expect(isCertificate(sent)).toBe(true)
  expect(sent).toEqual({ ...certificate, 拉曼光谱: '1042 cm⁻¹ 强峰', birefringence: 0.008 })
  expect(isCertificate({ ...certificate, secret: { nested: true } })).toBe(false)
})

it('has a name for every category', () => {
  const { anyOf } = Certificate.properties.category
  expect(anyOf.map((literal) => literal.const).sort()).toEqual(Object.keys(CERTIFICATE_CATEGORIES).sort())
})

it('serialises an answer identically for every order of its members', () => {
  const one = toCanonicalJson({ b: [1, { d: null, c: '珠' }], a: 0.1, left: undefined })
  expect(one).toBe('{"a":0.1,"b":[1,{"c":"珠","d":null}]}')
  expect(toCanonicalJson({ a: 0.1, b: [1, { c: '珠', d: null }] })).toBe(one)
})

it('verifies a proof of work by the leading zero bits of its hash', () => {
  const makeDigest = (...bytes: number[]) => Uint8Array.from({ length: 32 }, (_, index) => bytes[index] ?? 255)
  expect(hasLeadingZeros(makeDigest(0, 0x0f), 12)).toBe(true)
  expect(hasLeadingZeros(makeDigest(0, 0x0f), 13)).toBe(false)
  expect(hasLeadingZeros(makeDigest(0x80), 1)).toBe(false)
  expect(hasLeadingZeros(makeDigest(0, 0), 16)).toBe(true)
  let nonce = 0
  const hash = () => createHash('sha256').update(formatProof('sealed', nonce)).digest()
  while (!hasLeadingZeros(hash(), 10)) nonce += 1
  expect(hash().readUInt16BE(0) >>> 6).toBe(0)
})
