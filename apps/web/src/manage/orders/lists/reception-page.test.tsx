import type { OrderRow } from '@portal/contract/orders/manage-orders.ts'
import { createWorkingClock, DEFAULT_HOURS } from '@portal/contract/site/working-time.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, type Asked, bad, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { ORDER_TABLE } from '#testing/order-table.ts'
import { makeItem, makeOrder, ORDER_NO, RECEIVED } from '#testing/sample-order.ts'
import { formatLateDays } from '../shared/order-words.tsx'
import { groupOrders } from './order-groups.ts'

const LIST = 'GET /v1/manage/orders'
const TRAYS = 'GET /v1/manage/trays'
const GET = 'GET /v1/manage/orders/{orderNo}'
const GET_KEY = `GET /v1/manage/orders/${ORDER_NO}`

const row = (serial: number, more: Partial<OrderRow>): OrderRow => ({
  orderNo: `WT202611200000${serial}`,
  state: 'received',
  customerName: '林知微',
  firstName: '足金戒指',
  wayIn: 'counter',
  wayBack: 'courier',
  priority: 'normal',
  dueOn: null,
  createTime: '2026-11-20 09:26:00',
  readyTime: null,
  items: 2,
  received: 0,
  held: 0,
  payment: 'paid',
  isDisputed: false,
  ...more,
})

async function openReception(answers: Record<string, unknown> = {}) {
  const opened = openArea('/reception', {
    answers: staffAnswers({ duties: ['reception'] }, {
      [LIST]: good(LIST, { records: [], next: null }),
      [TRAYS]: good(TRAYS, []),
      'GET /v1/orders/table': good('GET /v1/orders/table', ORDER_TABLE),
      ...answers,
    } as Answers),
  })
  await screen.findByRole('heading', { name: '收发' })
  return opened
}

it('marks an order with an open dispute', async () => {
  const records = [row(11, { state: 'ready', isDisputed: true }), row(12, { state: 'ready' })]
  await openReception({
    [LIST]: ({ query }: Asked) => good(LIST, { records: query.get('state') === 'ready' ? records : [], next: null }),
  })
  expect(await screen.findAllByText('异议')).toHaveLength(1)
})

/** Types a number into the field, as one does without a scanner. */
function enter(text: string) {
  const field = screen.getByRole('textbox', { name: '扫码或输入' })
  fireEvent.change(field, { target: { value: text } })
  fireEvent.submit(field)
}

it('groups orders by what is to be done, late ones first', () => {
  const { rows, getGroup } = groupOrders(
    [
      row(11, { state: 'announced' }),
      row(12, { dueOn: '2026-11-25' }),
      row(13, { state: 'ready', dueOn: '2026-11-19', readyTime: '2026-10-21 10:00:00' }),
      row(17, { state: 'ready', dueOn: '2026-11-19', readyTime: '2026-10-20 10:00:00' }),
      row(14, { dueOn: '2026-11-19' }),
      row(15, { dueOn: '2026-11-19', held: 1 }),
      row(16, { dueOn: '2026-11-20' }),
    ],
    '2026-11-20',
  )
  expect(rows.map((one) => [getGroup(one).name, one.orderNo.slice(-2)])).toEqual([
    ['超时', '14'],
    ['久存未领', '17'],
    ['可领', '13'],
    ['等答复', '15'],
    ['在检', '16'],
    ['在检', '12'],
    ['待送达', '11'],
  ])
})

it('says that an order is late', async () => {
  await openReception({
    [LIST]: ({ query }: Asked) =>
      good(LIST, { records: query.get('state') === 'received' ? [row(11, { dueOn: '2026-11-20' })] : [], next: null }),
  })
  expect(screen.getByText(/^11-20，/).textContent).toMatch(/^11-20，超 \d+ 个工作日$/)
})

it.each([
  ['2026-11-21', '超时'],
  ['2026-11-23', '超 1 个工作日'],
  ['2026-11-30', '超 6 个工作日'],
])('counts the working days since a Friday: %s, %s', (today, text) => {
  expect(formatLateDays(createWorkingClock(DEFAULT_HOURS), '2026-11-20', today)).toBe(text)
})

it('names what is in an order, how it comes and leaves, and how much of it has come', async () => {
  const records = [
    row(11, { state: 'announced', wayIn: 'courier', priority: 'urgent' }),
    row(12, { received: 1 }),
    row(13, { state: 'ready', items: 1, received: 1, wayBack: 'counter' }),
  ]
  await openReception({
    [LIST]: ({ query }: Asked) =>
      good(LIST, { records: records.filter(({ state }) => state === query.get('state')), next: null }),
  })
  const cells = screen
    .getAllByRole('row')
    .map((one) => within(one).queryAllByRole('cell'))
    .filter((found) => found.length > 0)
    .map((found) => found.slice(0, 4).map(({ textContent }) => textContent))
  expect(cells).toEqual([
    ['足金戒指 WT20261120000013', '林知微', '1', '自取'],
    ['足金戒指等 WT20261120000012', '林知微', '1 / 2', '快递'],
    ['足金戒指等 加急WT20261120000011', '林知微', '2', '寄来'],
  ])
})

it.each([
  ['announced', [makeItem(1)], '/reception/WT20261120000425'],
  ['ready', [makeItem(1)], '/reception/WT20261120000425/hand-out'],
  ['closed', [makeItem(1, { ...RECEIVED, marks: ['完好'] })], '/orders/WT20261120000425'],
] as const)('a scanned order that is %s leads to its next act', async (state, items, address) => {
  const order = good(GET, makeOrder({ state, items: [...items] }))
  const { router } = await openReception({ [GET_KEY]: order })
  enter('20261120000425')
  await waitFor(() => expect(router.state.location.pathname).toBe(address))
})

it('names the place of a scanned sample and its next step', async () => {
  const tray = makeItem(1, { ...RECEIVED, marks: ['完好'], place: 'tray', tray: '甲 12' })
  await openReception({ [GET_KEY]: good(GET, makeOrder({ state: 'received', items: [tray, makeItem(2)] })) })
  enter(makeItem(1).sampleNo)
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('样品1，柜 甲 12'))
  enter(makeItem(2).sampleNo)
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('样品2，待送达'))
  expect(screen.getByRole('link', { name: '收样' }).getAttribute('href')).toBe(`/reception/${ORDER_NO}?item=2`)
})

it('draws the cabinets, and shows what is in one of them, or in a scanned tray', async () => {
  const sample = { sampleNo: makeItem(1).sampleNo, category: 'jade', massInG: '58.310', work: 'testing' } as const
  const trays = [
    { name: '甲 01', samples: [{ ...sample, isOverdue: false }] },
    { name: '甲 02', samples: [] },
    { name: '乙', samples: [{ ...sample, sampleNo: makeItem(2).sampleNo, work: 'done' as const, isOverdue: true }] },
  ]
  await openReception({ [TRAYS]: good(TRAYS, trays) })
  fireEvent.click(screen.getByRole('button', { name: /甲.*1 \/ 2.*格有样品，共 1 件/ }))
  const dialog = () => within(screen.getByRole('dialog'))
  expect(dialog().getByRole('heading').textContent).toBe('柜 甲')
  expect(dialog().getByText('1 件，空 1 格')).toBeTruthy()
  expect(dialog().getByRole('link', { name: '42-01' }).getAttribute('href')).toBe(`/orders/${ORDER_NO}`)
  fireEvent.click(dialog().getByRole('button', { name: '关闭' }))
  enter('乙')
  const [, row] = dialog().getAllByRole('row')
  expect(row?.textContent).toBe('乙42-02玉石58.310\u00a0g久存未领')
})

it('takes a sample back whose tests are done when it is scanned twice', async () => {
  const done = makeItem(1, { ...RECEIVED, marks: ['完好'], work: 'done', place: 'person', holderName: '周检' })
  const STEPS = `POST /v1/manage/samples/${done.sampleNo}/steps`
  const { fetch } = await openReception({
    [GET_KEY]: good(GET, makeOrder({ state: 'received', items: [done] })),
    [STEPS]: good('POST /v1/manage/samples/{sampleNo}/steps', { ...done, place: 'reception' }),
  })
  enter(done.sampleNo)
  await screen.findByRole('button', { name: '交回收发' })
  enter(done.sampleNo)
  await waitFor(() => expect(screen.getByText('样品1，已交回收发')).toBeTruthy())
  expect(fetch.of(STEPS).map(({ body }) => body)).toEqual([{ revision: 2, step: 'bring' }])
})

it('stores a scanned sample in the tray that is scanned next, and shows the tray after that', async () => {
  const item = makeItem(1, { ...RECEIVED, marks: ['完好'] })
  const STEPS = `POST /v1/manage/samples/${item.sampleNo}/steps`
  const { fetch } = await openReception({
    [GET_KEY]: good(GET, makeOrder({ state: 'received', items: [item] })),
    [TRAYS]: good(TRAYS, [{ name: 'A01', samples: [] }]),
    [STEPS]: good('POST /v1/manage/samples/{sampleNo}/steps', { ...item, place: 'tray', tray: 'A01' }),
  })
  enter(item.sampleNo)
  await screen.findByText('再扫柜格即入柜')
  enter('a01')
  expect(await screen.findByText('样品1，已入柜 A01')).toBeTruthy()
  expect(fetch.of(STEPS).map(({ body }) => body)).toEqual([{ revision: 2, step: 'store', tray: 'A01' }])
  enter('a01')
  expect(screen.getByRole('dialog', { name: '柜 A01' })).toBeTruthy()
})

it('says that a scan is a certificate, unread, or unknown', async () => {
  await openReception({ [GET_KEY]: bad(500, '没有查到') })
  enter('SH20261103001285')
  expect(screen.getByRole('status').textContent).toContain('这是证书，不是样品')
  enter('WT20261120000422')
  expect(screen.getByRole('status').textContent).toBe('没读清，再扫一次')
  enter(ORDER_NO)
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain(`没有查到 ${ORDER_NO}`))
})
