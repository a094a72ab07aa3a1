import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeReceiptKey, RECEIPT_ANSWER, RECEIPT_CLAIMS, signReceipt } from '#testing/receipts.ts'
import { verifyReceipt } from './verify-receipt.ts'

const key = makeReceiptKey()
const keys = [makeReceiptKey('key-2').published, key.published]
const receipt = signReceipt(key)
const [head, body, signature] = receipt.split('.') as [string, string, string]

afterEach(() => vi.unstubAllGlobals())

function writeFile(answer: unknown): string {
  return JSON.stringify({ receipt, answer }, null, 2)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

describe('verifyReceipt', () => {
  it('accepts a receipt signed with a published key and returns its claims', async () => {
    expect(await verifyReceipt(receipt, keys)).toEqual({
      kind: 'valid',
      kid: 'key-1',
      claims: RECEIPT_CLAIMS,
      answer: undefined,
    })
  })

  it.each([
    ['an address', `https://www.example.cn/certificate-check/receipt#${receipt}`],
    ['lines, as a mail breaks it', `  ${receipt.replace(/(.{60})/g, '$1\r\n')}\n`],
  ])('finds the receipt in %s', async (_label, text) => {
    expect((await verifyReceipt(text, keys)).kind).toBe('valid')
  })

  it('works without a secure context and without WebCrypto', async () => {
    vi.stubGlobal('crypto', undefined)
    vi.stubGlobal('isSecureContext', false)
    expect((await verifyReceipt(receipt, keys)).kind).toBe('valid')
  })

  it('rejects a receipt with any changed claim', async () => {
    for (const change of [{ state: 'withdrawn' }, { sub: 'SH20261103002283' }, { iat: RECEIPT_CLAIMS.iat + 1 }]) {
      const forged = `${head}.${encode({ ...RECEIPT_CLAIMS, ...change })}.${signature}`
      expect(await verifyReceipt(forged, keys)).toEqual({ kind: 'altered', what: 'signature' })
    }
  })

  it.each([
    ['cut off', receipt.slice(0, -6)],
    ['with another signature', `${head}.${body}.${'A'.repeat(86)}`],
    ['with claims that are no JSON any more', `${head}.${body.slice(0, -3)}.${signature}`],
  ])('rejects a receipt that is %s', async (_label, text) => {
    expect(await verifyReceipt(text, keys)).toEqual({ kind: 'altered', what: 'signature' })
  })

  it('rejects an answer that is nested too deeply to be serialised', async () => {
    const answer = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const file = `{"receipt":${JSON.stringify(receipt)},"answer":${answer}}`
    expect(await verifyReceipt(file, keys)).toMatchObject({ kind: 'altered', what: 'answer' })
  })

  it('rejects a receipt signed with another key under a published key id', async () => {
    expect(await verifyReceipt(signReceipt(makeReceiptKey('key-1')), keys)).toMatchObject({ kind: 'altered' })
  })

  it('reports a key that is not published', async () => {
    const foreign = signReceipt(makeReceiptKey('key-9'))
    expect(await verifyReceipt(foreign, keys)).toEqual({ kind: 'foreign', kid: 'key-9' })
    expect(await verifyReceipt(receipt, [])).toMatchObject({ kind: 'foreign' })
  })

  it('does not trust a revoked key, independent of the time that the receipt states', async () => {
    const revoked = [{ ...key.published, revoked: { revoked_at: RECEIPT_CLAIMS.iat + 1_000 } }]
    const backdated = signReceipt(key, { ...RECEIPT_CLAIMS, iat: 0 })
    for (const text of [receipt, backdated, writeFile(RECEIPT_ANSWER)]) {
      expect(await verifyReceipt(text, revoked)).toMatchObject({
        kind: 'revoked',
        revokedAtMs: (RECEIPT_CLAIMS.iat + 1_000) * 1_000,
      })
    }
    expect(await verifyReceipt(signReceipt(makeReceiptKey('key-1')), revoked)).toMatchObject({ kind: 'altered' })
  })

  it.each([
    ['words', '证书真实有效'],
    ['a number', 'SH20261103001285'],
    ['an address without one', 'https://www.example.cn/certificate-check/receipt'],
    ['another JSON', '{"a":1}'],
    ['broken JSON', '{"receipt":'],
    ['a header that asks for no signature', signReceipt(key, RECEIPT_CLAIMS, { alg: 'none' })],
    ['another kind of token', signReceipt(key, RECEIPT_CLAIMS, { typ: 'JWT' })],
    ['something that we signed, but no receipt', signReceipt(key, { sub: 'x' })],
    ['more text than any receipt has', `${receipt}#${'A'.repeat(70_000)}`],
  ])('rejects %s', async (_label, text) => {
    expect(await verifyReceipt(text, keys)).toEqual({ kind: 'malformed' })
  })
})

describe('verifyReceipt with a file', () => {
  it('accepts the signed answer with its members in any order', async () => {
    const turned = Object.fromEntries(Object.entries(RECEIPT_ANSWER).reverse())
    expect(await verifyReceipt(writeFile(turned), keys)).toMatchObject({ kind: 'valid', answer: RECEIPT_ANSWER })
  })

  it('rejects a changed answer', async () => {
    const better = { ...RECEIPT_ANSWER, certificate: { ...RECEIPT_ANSWER.certificate, conclusion: '翡翠' } }
    expect(await verifyReceipt(writeFile(better), keys)).toEqual({
      kind: 'altered',
      what: 'answer',
      claims: RECEIPT_CLAIMS,
    })
  })
})
