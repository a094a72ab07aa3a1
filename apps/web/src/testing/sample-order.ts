import type { ManagedItem, ManagedOrder } from '@portal/contract/orders/manage-orders.ts'

export const ORDER_NO = 'WT20261120000425'

/** Numbers of the first items of the order. */
const SAMPLE_NOS = ['YP20261120000420013', 'YP20261120000420021', 'YP20261120000420037']

/** Makes an announced item of the order. */
export function makeItem(item: number, more: Partial<ManagedItem> = {}): ManagedItem {
  return {
    item,
    sampleNo: SAMPLE_NOS[item - 1] ?? '',
    orderNo: ORDER_NO,
    statedName: `样品${item}`,
    category: 'metal',
    count: 1,
    work: 'announced',
    place: 'customer',
    isHeld: false,
    outcome: null,
    dueOn: null,
    certificateNo: null,
    priority: 'normal',
    receiveTime: null,
    serviceCodes: ['ID'],
    massInG: null,
    divisionInG: null,
    massOutG: null,
    marks: [],
    note: null,
    care: null,
    question: null,
    answer: null,
    pictures: [],
    alarm: null,
    holderId: null,
    holderName: null,
    tray: null,
    revision: 1,
    statedMassG: '4.8',
    declaredCents: null,
    toleranceG: null,
    reference: null,
    ...more,
  }
}

/** Members of an item that was taken in. */
export const RECEIVED = {
  work: 'accepted',
  place: 'reception',
  massInG: '4.820',
  divisionInG: '0.001',
  marks: ['完好'],
  receiveTime: '2026-11-20 10:20:00',
  dueOn: '2026-11-25',
  revision: 2,
} as const satisfies Partial<Omit<ManagedItem, 'marks'>> & { marks: readonly ['完好'] }

/** Makes an announced order with two items. */
export function makeOrder(more: Partial<ManagedOrder> = {}): ManagedOrder {
  return {
    orderNo: ORDER_NO,
    customerName: '林知微',
    phone: '138 0000 6021',
    email: null,
    address: null,
    wayIn: 'counter',
    wayBack: 'counter',
    collectors: ['王代领'],
    priority: 'normal',
    state: 'announced',
    dueOn: null,
    createTime: '2026-11-20 09:26:00',
    receiveTime: null,
    readyTime: null,
    closeTime: null,
    totalCents: 24_000,
    fees: [],
    payment: 'paid',
    payments: [],
    isDisputed: false,
    source: 'site',
    partner: null,
    terms: '',
    revision: 1,
    items: [makeItem(1), makeItem(2)],
    events: [],
    ...more,
  }
}
