import type { Insertable } from 'kysely'
import type { Tables } from '../../apps/upstream/src/platform/db/tables.ts'
import { makeNumber } from '../../packages/contract/src/numbers/typed-numbers.ts'
import { toWireDate } from '../../packages/contract/src/time.ts'

type Insert = <T extends keyof Tables>(
  table: T,
  rows: number,
  make: (nth: number) => Insertable<Tables[T]>,
) => Promise<void>

interface OrderData {
  rows: number
  insert: Insert
  makeTime: (nth: number) => number
  makeName: (nth: number) => string
  /** Accounts of the laboratory. */
  makeHolderId: (nth: number) => string
}

const STATES = ['announced', 'received', 'received', 'ready', 'closed'] as const
const STANDINGS = {
  announced: { work: 'announced', place: 'customer', outcome: null },
  received: { work: 'testing', place: 'person', outcome: null },
  ready: { work: 'done', place: 'reception', outcome: 'certificate' },
  closed: { work: 'done', place: 'collected', outcome: 'certificate' },
} as const

const getState = (nth: number) => STATES[nth % STATES.length] ?? 'closed'
const makeDigits = (nth: number, makeTime: OrderData['makeTime']) =>
  toWireDate(makeTime(nth)).replaceAll('-', '') + String(nth % 100_000).padStart(5, '0')

/** Number of the nth order. */
export const makeOrderNo = (nth: number, makeTime: OrderData['makeTime']) =>
  makeNumber('order', makeDigits(nth, makeTime))

/** Fills the orders of years: one item each, two of five of them on the bench. */
export async function fillOrders({ rows, insert, makeTime, makeName, makeHolderId }: OrderData): Promise<void> {
  const toOrderNo = (nth: number) => makeOrderNo(nth, makeTime)
  const toSampleNo = (nth: number) => makeNumber('sample', `${makeDigits(nth, makeTime)}001`)
  const toDay = (nth: number) => toWireDate(makeTime(nth))
  await insert('orders', rows, (nth) => ({
    order_no: toOrderNo(nth),
    user_id: null,
    customer_name: makeName(nth),
    phone: `138 ${String(nth).padStart(8, '0')}`,
    source: 'site' as const,
    way_in: 'counter' as const,
    way_back: 'counter' as const,
    collectors: '[]',
    priority: 'normal' as const,
    terms: '',
    state: getState(nth),
    due_on: toDay(nth),
    total_cents: 12_000,
    code_hash: '',
    ref_hash: String(nth),
    revision: 1,
    created_at: makeTime(nth),
    received_at: makeTime(nth),
    closed_at: getState(nth) === 'closed' ? makeTime(nth) : null,
  }))
  await insert('order_items', rows, (nth) => ({
    sample_no: toSampleNo(nth),
    order_no: toOrderNo(nth),
    item: 1,
    stated_name: '翡翠手镯',
    category: nth % 3 ? ('jade' as const) : ('metal' as const),
    count: 1,
    service_codes: '["ID"]',
    ...STANDINGS[getState(nth)],
    is_held: nth % 50 === 1 && getState(nth) === 'received' ? 1 : 0,
    holder_id: getState(nth) === 'received' ? makeHolderId(nth) : null,
    mass_in_g: '58.310',
    division_in_g: '0.001',
    marks: '["完好"]',
    working_days: 3,
    received_at: makeTime(nth),
    due_on: toDay(nth),
    revision: 1,
  }))
  await insert('order_events', 2 * rows, (at) => {
    const nth = Math.ceil(at / 2)
    return {
      order_no: toOrderNo(nth),
      sample_no: at % 2 ? toSampleNo(nth) : null,
      kind: at % 2 ? 'receive' : 'announce',
      at: makeTime(nth),
      by_id: makeHolderId(nth),
      by_name: '方知渔',
      detail: '{}',
      sha256: '',
    }
  })
}
