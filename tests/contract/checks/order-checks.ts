import { makeNumber } from '../../../packages/contract/src/numbers/typed-numbers.ts'
import { type CallCheck, check } from '../call-check.ts'

const ANNOUNCE = 'POST /v1/orders'
const PROGRESS = 'POST /v1/orders/progress'
const CANCEL = 'POST /v1/orders/cancel'

const ITEM = { statedName: '翡翠手镯', category: 'jade', count: 1, serviceCodes: ['ID'], declaredCents: null }
const ORDER = {
  customerName: '林知微',
  phone: '138 0000 6021',
  wayIn: 'counter',
  wayBack: 'counter',
  collectors: [],
  priority: 'normal',
  items: [ITEM],
  totalCents: 12_000,
}

export const orderChecks: readonly CallCheck[] = [
  check(
    'GET /v1/orders/table',
    'shows services, fees and working days to visitors (ours)',
    'reference',
    async (bench) => {
      const { db } = bench.reference.upstream
      const services = [
        { code: 'ID', name: '玉石定名', categories: ['jade'], cents: 12_000, per: 'item', workingDays: 3 },
      ]
      await db
        .insertInto('site_settings')
        .values({ name: 'orderServices', value: JSON.stringify(services) })
        .execute()
      const { code, data } = await bench.visitor().ask('GET /v1/orders/table')
      bench.see([code, data.services, data.cutOff], [200, services, '16:00'])
    },
  ),

  check(ANNOUNCE, 'announces samples for a visitor, and shows the code once (ours)', 'reference', async (bench) => {
    const body = { ...ORDER, ref: 'contract-check-0001' }
    const first = await bench.visitor().ask(ANNOUNCE, { body })
    bench.see(first, { code: 200, data: { orderNo: /^WT\d{14}$/, code: /^[2-9A-Z]{6}$/, totalCents: 12_000 } })
    bench.see((await bench.visitor().ask(ANNOUNCE, { body })).data, { orderNo: first.data.orderNo, code: null })
  }),

  check(
    PROGRESS,
    'shows progress for the code, and null for a wrong one or number (ours)',
    'reference',
    async (bench) => {
      const { visitor, see } = bench
      const { data } = await visitor().ask(ANNOUNCE, { body: { ...ORDER, ref: 'contract-check-0002' } })
      const { orderNo, code } = data
      const right = await visitor().ask(PROGRESS, { body: { orderNo, code } })
      see(right.data, { orderNo, state: 'announced', items: [{ statedName: '翡翠手镯', work: 'announced' }] })
      const unknown = makeNumber('order', '2026010199999')
      see(await visitor().ask(PROGRESS, { body: { orderNo: unknown, code } }), { code: 200, data: null })
      const wrong = code === '222222' ? '333333' : '222222'
      see(await visitor().ask(PROGRESS, { body: { orderNo, code: wrong } }), { code: 200, data: null })
    },
  ),

  check(CANCEL, 'cancels an announced order once, for its code (ours)', 'reference', async ({ visitor, see }) => {
    const { data } = await visitor().ask(ANNOUNCE, { body: { ...ORDER, ref: 'contract-check-0003' } })
    const body = { orderNo: data.orderNo, code: data.code }
    see(await visitor().ask(CANCEL, { body }), { code: 200, data: null })
    see(await visitor().ask(CANCEL, { body }), { code: 409 })
  }),

  check(
    'POST /v1/orders/answer',
    'refuses an answer for an order that has no open question (ours)',
    'reference',
    async ({ visitor, see }) => {
      const { data } = await visitor().ask(ANNOUNCE, { body: { ...ORDER, ref: 'contract-check-0004' } })
      const body = { orderNo: data.orderNo, code: data.code, item: 1, askTime: '2026-11-20 10:20:00', choice: 0 }
      see(await visitor().ask('POST /v1/orders/answer', { body }), { code: 409 })
    },
  ),

  check(
    'POST /v1/orders/file',
    'reads the samples of a file for members (ours)',
    'reference',
    async ({ visitor, member, see }) => {
      const file = { name: 'a.csv', bytes: Buffer.from('名称,类别,项目\n翡翠手镯,玉石,玉石定名\n') }
      see(await visitor().ask('POST /v1/orders/file', { file }), { code: 401 })
      const browser = await member()
      const cells = ['', '翡翠手镯', '玉石', '玉石定名', '1', '', '', '']
      see((await browser.ask('POST /v1/orders/file', { file })).data.rows, [{ line: 2, cells, problems: [] }])
    },
  ),
]
