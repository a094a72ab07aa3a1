import { makeNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { certificate, KNOWN_NO, lookUpCertificate, solve } from '#testing/certificates.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { failure, ok } from '#testing/stub-upstream.ts'

const ORDER_NO = makeNumber('order', '2026112000042')
const CODE = '7KQ4RM'
const PROGRESS = {
  orderNo: ORDER_NO,
  state: 'announced',
  dueOn: null,
  priority: 'normal',
  wayIn: 'counter',
  wayBack: 'counter',
  createTime: '2026-11-20 10:20:00',
  receiveTime: null,
  readyTime: null,
  closeTime: null,
  items: [],
  fees: [],
  totalCents: 0,
  payment: 'unpaid',
  carrier: null,
  trackingNo: null,
}

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = ({ url, body }) => {
    const isRight = (JSON.parse(body) as { code: string }).code === CODE
    if (url.endsWith('/cancel')) return isRight ? ok(null) : failure(500, '没有查到')
    return ok(isRight ? PROGRESS : null)
  }
})
afterEach(() => site.close())

const call = (path: 'progress' | 'cancel', body: Record<string, string>) =>
  site.app.inject({ method: 'POST', url: `/v1/orders/${path}`, payload: { orderNo: ORDER_NO, ...body } })

it.each(['progress', 'cancel'] as const)(
  'asks for a proof of work after ten wrong codes of an order, which opens the next try: %s',
  async (path) => {
    for (let guess = 0; guess < 10; guess += 1) expect((await call(path, { code: '222222' })).statusCode).toBe(200)
    const refused = await call(path, { code: CODE })
    expect(refused.statusCode).toBe(429)
    const answer = await call(path, { code: CODE, proof: solve(refused.json().extra.challenge) })
    expect(answer.json()).toMatchObject({ code: 200 })
    expect(site.upstream.seen.at(-1)?.body).not.toContain('proof')
  },
)

it('does not count right codes, and has budgets apart from those of certificates', async () => {
  for (let asked = 0; asked < 30; asked += 1) expect((await call('progress', { code: CODE })).statusCode).toBe(200)
  for (let guess = 0; guess < 10; guess += 1) await call('progress', { code: '222222' })
  site.upstream.answer = () => ok({ state: 'valid', certificate })
  expect((await lookUpCertificate(site, { certificateNo: KNOWN_NO })).statusCode).toBe(200)
})
