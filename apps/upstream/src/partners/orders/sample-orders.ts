import type { CallBody } from '@portal/contract/call.ts'
import { makeNumber, makeSampleNo } from '@portal/contract/numbers/typed-numbers.ts'
import type { announcePartnerOrder, PartnerOrder } from '@portal/contract/partners/partner-orders.ts'

/** Orders that test keys get, of a day before the laboratory existed: one for each state, by their events from 1. */

type Item = PartnerOrder['items'][number]

const makeOrderNo = (serial: number) => makeNumber('order', `20000101${String(serial).padStart(5, '0')}`)

const makeItem = (orderNo: string, item: number, more: Partial<Item>): Item => ({
  item,
  sampleNo: makeSampleNo(orderNo, item),
  reference: `A-${item}`,
  work: 'announced',
  place: 'customer',
  isHeld: false,
  outcome: null,
  dueOn: null,
  certificateNo: null,
  ...more,
})

function makeOrder(serial: number, more: Partial<PartnerOrder>, items: readonly Partial<Item>[]): PartnerOrder {
  const orderNo = makeOrderNo(serial)
  return {
    orderNo,
    reference: `PO-${serial}`,
    state: 'announced',
    dueOn: '2000-01-06',
    createTime: '2000-01-01 10:00:00',
    receiveTime: null,
    readyTime: null,
    closeTime: null,
    items: items.map((item, at) => makeItem(orderNo, at + 1, item)),
    ...more,
  }
}

const RECEIVED = { receiveTime: '2000-01-02 10:00:00' }
const READY = { ...RECEIVED, readyTime: '2000-01-06 10:00:00' }
const DONE = { work: 'done', dueOn: '2000-01-06' } as const
const CERTIFIED = { ...DONE, outcome: 'certificate', certificateNo: 'SH20000101000012' } as const
const UNCERTIFIED = { ...DONE, outcome: 'noCertificate' } as const

const ANNOUNCED = makeOrder(1, {}, [{}])
/** Sample of an order whose items can be collected. */
export const READY_SAMPLE = makeOrder(3, { ...READY, state: 'ready' }, [
  { ...CERTIFIED, place: 'reception' },
  { ...UNCERTIFIED, place: 'reception' },
])
const SAMPLES: readonly PartnerOrder[] = [
  ANNOUNCED,
  makeOrder(2, { ...RECEIVED, state: 'received' }, [
    { work: 'testing', place: 'person', dueOn: '2000-01-06' },
    { work: 'accepted', place: 'tray', dueOn: '2000-01-06', isHeld: true },
  ]),
  READY_SAMPLE,
  makeOrder(4, { ...READY, state: 'closed', closeTime: '2000-01-07 10:00:00' }, [{ ...CERTIFIED, place: 'collected' }]),
]
/** Samples of one answer: less than all, so that programs meet a second page. */
const PAGE = 3

/** Answers an announcement with the first sample, which has the references that were sent. Nothing is stored. */
export function answerSampleOrder({ reference, items }: CallBody<typeof announcePartnerOrder>) {
  const named = items.map((item, at) => makeItem(ANNOUNCED.orderNo, at + 1, { reference: item.reference ?? null }))
  return { ...ANNOUNCED, reference, items: named, code: 'TEST23' }
}

export const findSampleOrder = (orderNo: string) => SAMPLES.find((order) => order.orderNo === orderNo)

/** The list of changes for test keys. @param after number of the last sample that was read */
export function listSampleOrders(after: number) {
  const records = SAMPLES.slice(after, after + PAGE)
  return { records, next: after + records.length, hasMore: after + records.length < SAMPLES.length }
}
