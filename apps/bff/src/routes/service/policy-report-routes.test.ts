import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = () => ok({ name: '石衡' })
})
afterEach(() => site.close())

function report(payload: unknown, type = 'application/reports+json') {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return site.app.inject({
    method: 'POST',
    url: '/bff/policy-reports',
    headers: { 'content-type': type },
    payload: text,
  })
}

async function readCount(): Promise<string[]> {
  const lines = (await site.app.metrics.metrics()).split('\n')
  return lines.filter((line) => line.startsWith('policy_violations_total{')).sort()
}

const makeViolation = (effectiveDirective: string) => ({
  type: 'csp-violation',
  url: 'http://site.test/secret-address',
  body: { effectiveDirective, blockedURL: 'https://evil.test/', sample: '只给你看' },
})

describe('a policy violation report', () => {
  it('is sent to the endpoint that the policy of the page names', async () => {
    const { headers } = await site.app.inject('/')
    expect(headers['content-security-policy']).toMatch(/report-uri \/bff\/policy-reports; report-to policy/)
    expect(headers['reporting-endpoints']).toBe('policy="/bff/policy-reports"')
  })

  it('is counted by its directive, in the current and the old format', async () => {
    expect((await report([makeViolation('require-trusted-types-for'), makeViolation('img-src')])).statusCode).toBe(204)
    const old = { 'csp-report': { 'violated-directive': "img-src 'self'", 'document-uri': 'http://site.test/' } }
    expect((await report(old, 'application/csp-report')).statusCode).toBe(204)
    expect(await readCount()).toEqual([
      'policy_violations_total{directive="img-src"} 2',
      'policy_violations_total{directive="require-trusted-types-for"} 1',
    ])
  })

  it('is not logged', async () => {
    await report([makeViolation('img-src')])
    expect(site.logs.join('')).not.toMatch(/secret-address|evil\.test|只给你看/)
  })

  it.each([['no JSON'], ['null'], ['[null,1,{"body":null}]'], ['{"csp-report":{"effective-directive":{}}}'], ['{}']])(
    'is accepted but not counted when it contains no violation: %s',
    async (text) => {
      expect((await report(text)).statusCode).toBe(204)
      expect(await readCount()).toEqual([])
    },
  )

  it('cannot create new metric labels, and counts at most 20 violations a body', async () => {
    await report(Array.from({ length: 60 }, (_none, index) => makeViolation(`invented-${index}`)))
    expect(await readCount()).toEqual(['policy_violations_total{directive="other"} 20'])
  })

  it('is refused when it is too long, of another type or above the rate limit', async () => {
    expect((await report('a'.repeat(20_000))).statusCode).toBe(413)
    expect((await report({}, 'application/json')).statusCode).toBe(400)
    const replies = await Promise.all(Array.from({ length: 70 }, () => report([])))
    expect(replies.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0)
  })
})
