import { makePartner } from '../../../apps/upstream/src/testing/partners.ts'
import { type CallCheck, check } from '../call-check.ts'
import { getDemoCertificate } from './certificate-checks.ts'

const CHECK = 'POST /v1/partner/certificates/check'
const QUOTA = 'GET /v1/partner/quota'
const CHANGES = 'GET /v1/partner/certificates/changes'
const DELIVERIES = 'GET /v1/partner/deliveries'
const ORDERS = 'POST /v1/partner/orders'
const ORDER = 'GET /v1/partner/orders/{orderNo}'
const ORDER_CHANGES = 'GET /v1/partner/orders/changes'

const ANNOUNCED = {
  reference: 'PO-20261120-17',
  customerName: '楚玉商城',
  phone: '138 0000 6021',
  wayIn: 'courier',
  wayBack: 'counter',
  collectors: [],
  priority: 'normal',
  items: [{ statedName: '翡翠手镯', category: 'jade', count: 1, serviceCodes: ['ID'], declaredCents: null }],
  totalCents: 12_000,
}

export const partnerChecks: readonly CallCheck[] = [
  check(CHECK, 'answers pairs in order for a key, and 401 without one (ours)', 'reference', async (bench) => {
    const { visitor, see, reference } = bench
    const { key } = await makePartner(reference.upstream)
    const { certificateNo, checkCode } = getDemoCertificate()
    const pairs = [{ certificateNo, checkCode }, 'no pair', { certificateNo, checkCode: 'ZZZZZZ' }]
    see(await visitor().ask(CHECK, { body: { pairs } }), { status: 401, code: 401, extra: { reason: 'keyMissing' } })
    const headers = { authorization: `Bearer ${key}` }
    const answer = await visitor().ask(CHECK, { body: { pairs }, headers })
    see(answer, { status: 200, code: 200, extra: { quota: 1000, remaining: 998, isTest: false } })
    see(answer.data, [
      { certificateNo, answer: { state: 'valid', certificate: { certificateNo } } },
      { code: 'pairMalformed', fault: /编号和核对码/ },
      { certificateNo, answer: { state: 'unknown' } },
    ])
  }),

  check(QUOTA, 'says what is left today, without cost (ours)', 'reference', async ({ visitor, see, reference }) => {
    const { key } = await makePartner(reference.upstream, { dailyQuota: 7 })
    const headers = { authorization: `Bearer ${key}` }
    for (let nth = 0; nth < 2; nth += 1) {
      see(await visitor().ask(QUOTA, { headers }), { status: 200, data: { quota: 7, remaining: 7 } })
    }
    see(await visitor().ask(QUOTA), { status: 401, extra: { reason: 'keyMissing' } })
  }),

  check(CHANGES, 'lists what a partner has checked (ours)', 'reference', async ({ visitor, see, reference }) => {
    const { key } = await makePartner(reference.upstream)
    const { certificateNo, checkCode } = getDemoCertificate()
    const headers = { authorization: `Bearer ${key}` }
    await visitor().ask(CHECK, { body: { pairs: [{ certificateNo, checkCode }] }, headers })
    const answer = await visitor().ask(CHANGES, { query: { after: 0 }, headers })
    see(answer, { status: 200, code: 200, data: { hasMore: false } })
    see(await visitor().ask(CHANGES), { status: 401, extra: { reason: 'keyMissing' } })
  }),

  check(DELIVERIES, 'samples for a test key, 403 without polling (ours)', 'reference', async (bench) => {
    const { visitor, see, reference } = bench
    const ask = async (isTest: boolean) => {
      const { key } = await makePartner(reference.upstream, { isTest })
      return await visitor().ask(DELIVERIES, { query: { after: 1 }, headers: { authorization: `Bearer ${key}` } })
    }
    see(await ask(true), { status: 200, data: { records: [{ number: 2 }, { number: 3 }], next: 3, hasMore: false } })
    see(await ask(false), { status: 403, extra: { reason: 'pollingOff' } })
    see(await visitor().ask(DELIVERIES), { status: 401, extra: { reason: 'keyMissing' } })
  }),

  check(ORDERS, 'announces an order for a key with the scope, 403 without (ours)', 'reference', async (bench) => {
    const { visitor, see, reference } = bench
    const announce = async (more: object, body: Record<string, unknown> = ANNOUNCED) => {
      const { key } = await makePartner(reference.upstream, { scopes: ['orders'], ...more })
      return await visitor().ask(ORDERS, { body, headers: { authorization: `Bearer ${key}` } })
    }
    const sample = await announce({ isTest: true })
    see(sample, { status: 200, data: { reference: ANNOUNCED.reference, state: 'announced', code: 'TEST23' } })
    see(await announce({ scopes: ['check'] }), { status: 403, extra: { reason: 'scopeMissing' } })
    see(await announce({}, { ...ANNOUNCED, items: [] }), { status: 400, extra: { reason: 'orderWrong' } })
    see(await announce({}, { ...ANNOUNCED, totalCents: 1 }), { status: 409, extra: { reason: 'totalChanged' } })
    const stored = await announce({})
    see(stored, { status: 200, data: { orderNo: /^WT/, items: [{ work: 'announced' }] } })
  }),

  check(ORDER, 'shows progress to the partner alone (ours)', 'reference', async ({ visitor, see, reference }) => {
    const makeHeaders = async () => {
      const { key } = await makePartner(reference.upstream, { scopes: ['orders'] })
      return { authorization: `Bearer ${key}` }
    }
    const [own, other] = [await makeHeaders(), await makeHeaders()]
    const { data } = await visitor().ask(ORDERS, { body: ANNOUNCED, headers: own })
    const params = { orderNo: data.orderNo }
    see(await visitor().ask(ORDER, { params, headers: own }), { status: 200, data: { orderNo: data.orderNo } })
    const unknown = { status: 400, extra: { reason: 'orderUnknown' } }
    see(await visitor().ask(ORDER, { params, headers: other }), unknown)
    see(await visitor().ask(ORDER, { params: { orderNo: 'WT1' }, headers: own }), unknown)
    see(await visitor().ask(ORDER, { params }), { status: 401, extra: { reason: 'keyMissing' } })
  }),

  check(ORDER_CHANGES, 'lists orders that changed (ours)', 'reference', async ({ visitor, see, reference }) => {
    const { key } = await makePartner(reference.upstream, { scopes: ['orders'] })
    const headers = { authorization: `Bearer ${key}` }
    const { data } = await visitor().ask(ORDERS, { body: ANNOUNCED, headers })
    const answer = await visitor().ask(ORDER_CHANGES, { query: { after: 0 }, headers })
    see(answer, { status: 200, data: { records: [{ orderNo: data.orderNo }], hasMore: false } })
    see(await visitor().ask(ORDER_CHANGES), { status: 401, extra: { reason: 'keyMissing' } })
  }),
]
