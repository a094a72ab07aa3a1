import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeReceiptKey, RECEIPT_ANSWER, RECEIPT_CLAIMS, signReceipt } from '#testing/receipts.ts'
import { verifyReceipt } from './verify-receipt.ts'

const key = makeReceiptKey()
const keys = [makeReceiptKey('key-2').published, key.published]
const receipt = signReceipt(key)
const [head, body, signature] = receipt.split('.') as [string, string, string]

afterEach(() => vi.unstubAllGlobals())

function fileOf(answer: unknown): string {
  return JSON.stringify({ receipt, answer }, null, 2)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

describe('a receipt', () => {
  it('that we signed is valid, and is read', async () => {
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
  ])('is found in %s', async (_where, text) => {
    expect((await verifyReceipt(text, keys)).kind).toBe('valid')
  })

  it('needs neither a secure context nor the cryptography of the browser', async () => {
    vi.stubGlobal('crypto', undefined)
    vi.stubGlobal('isSecureContext', false)
    expect((await verifyReceipt(receipt, keys)).kind).toBe('valid')
  })

  it('is altered when any of its claims was changed', async () => {
    for (const change of [{ state: 'withdrawn' }, { sub: 'SH20261103002283' }, { iat: RECEIPT_CLAIMS.iat + 1 }]) {
      const forged = `${head}.${encode({ ...RECEIPT_CLAIMS, ...change })}.${signature}`
      expect(await verifyReceipt(forged, keys)).toEqual({ kind: 'altered', what: 'signature' })
    }
  })

  it.each([
    ['cut off', receipt.slice(0, -6)],
    ['with another signature', `${head}.${body}.${'A'.repeat(86)}`],
    ['with claims that are no JSON any more', `${head}.${body.slice(0, -3)}.${signature}`],
  ])('is altered when it is %s', async (_how, text) => {
    expect(await verifyReceipt(text, keys)).toEqual({ kind: 'altered', what: 'signature' })
  })

  it('is altered when its answer is nested so deeply that it cannot be written down', async () => {
    const answer = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const file = `{"receipt":${JSON.stringify(receipt)},"answer":${answer}}`
    expect(await verifyReceipt(file, keys)).toMatchObject({ kind: 'altered', what: 'answer' })
  })

  it('under the name of our key, but signed with another, is altered', async () => {
    expect(await verifyReceipt(signReceipt(makeReceiptKey('key-1')), keys)).toMatchObject({ kind: 'altered' })
  })

  it('of a key that we do not publish is foreign', async () => {
    const foreign = signReceipt(makeReceiptKey('key-9'))
    expect(await verifyReceipt(foreign, keys)).toEqual({ kind: 'foreign', kid: 'key-9' })
    expect(await verifyReceipt(receipt, [])).toMatchObject({ kind: 'foreign' })
  })

  it('of a key that is revoked is not believed, from whatever time it says it is', async () => {
    const revoked = [{ ...key.published, revoked: { revoked_at: RECEIPT_CLAIMS.iat + 1_000 } }]
    const backdated = signReceipt(key, { ...RECEIPT_CLAIMS, iat: 0 })
    for (const text of [receipt, backdated, fileOf(RECEIPT_ANSWER)]) {
      expect(await verifyReceipt(text, revoked)).toMatchObject({
        kind: 'revoked',
        revokedAtMs: (RECEIPT_CLAIMS.iat + 1_000) * 1_000,
      })
    }
    expect(await verifyReceipt(signReceipt(makeReceiptKey('key-1')), revoked)).toMatchObject({ kind: 'altered' })
  })

  it.each([
    ['words', '证书真实有效'],
    ['a number', 'SH20261103001284'],
    ['an address without one', 'https://www.example.cn/certificate-check/receipt'],
    ['another JSON', '{"a":1}'],
    ['broken JSON', '{"receipt":'],
    ['a header that asks for no signature', signReceipt(key, RECEIPT_CLAIMS, { alg: 'none' })],
    ['another kind of token', signReceipt(key, RECEIPT_CLAIMS, { typ: 'JWT' })],
    ['something that we signed, but no receipt', signReceipt(key, { sub: 'x' })],
    ['more text than any receipt has', `${receipt}#${'A'.repeat(70_000)}`],
  ])('is not %s', async (_what, text) => {
    expect(await verifyReceipt(text, keys)).toEqual({ kind: 'malformed' })
  })
})

describe('a file', () => {
  it('is valid with the answer that was signed, in whatever order its members are', async () => {
    const turned = Object.fromEntries(Object.entries(RECEIPT_ANSWER).reverse())
    expect(await verifyReceipt(fileOf(turned), keys)).toMatchObject({ kind: 'valid', answer: RECEIPT_ANSWER })
  })

  it('is altered when its answer was changed', async () => {
    const better = { ...RECEIPT_ANSWER, certificate: { ...RECEIPT_ANSWER.certificate, conclusion: '翡翠' } }
    expect(await verifyReceipt(fileOf(better), keys)).toEqual({
      kind: 'altered',
      what: 'answer',
      claims: RECEIPT_CLAIMS,
    })
  })
})
