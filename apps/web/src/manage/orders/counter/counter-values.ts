import type { BodyFor } from '@portal/contract/calls.ts'
import { ORDER_MAX, type OrderPriority, type WayBack } from '@portal/contract/orders/order-rules.ts'
import { type FeeLine, listFees, type OrderTable, sumFees } from '@portal/contract/orders/order-services.ts'
import type { StatedItem } from '@portal/contract/orders/order-shapes.ts'
import { isPhone, readCount, splitNames } from '#domain/orders/typed-values.ts'
import { EMPTY_ITEM, type TypedItem, toStatedItem } from '../shared/item-fields.tsx'

/** An order as it is typed at the counter. */
export interface CounterValues {
  customerName: string
  phone: string
  wayBack: WayBack
  address: string
  /** Names, separated by enumeration marks. */
  collectors: string
  priority: OrderPriority
  items: TypedItem[]
  /** Idempotency key, stored with the draft. */
  ref: string
}

/** The empty form; its first item is of a category that the fee sheet has. */
export function makeCounterValues({ services }: OrderTable): CounterValues {
  const category = services[0]?.categories[0] ?? EMPTY_ITEM.category
  return {
    customerName: '',
    phone: '',
    wayBack: 'counter',
    address: '',
    collectors: '',
    priority: 'normal',
    items: [{ ...EMPTY_ITEM, category }],
    ref: crypto.randomUUID(),
  }
}

/** Returns the index of the first item that is incomplete; -1: none. */
export const findFaultyItem = (items: readonly TypedItem[]): number =>
  items.findIndex((item) => toStatedItem(item) === null)

export function findCounterFaults(values: CounterValues): Partial<Record<keyof CounterValues, string>> {
  const names = splitNames(values.collectors)
  const isListTooLong = names.length > ORDER_MAX.collectors || names.some((name) => name.length > ORDER_MAX.collector)
  const faulty = findFaultyItem(values.items)
  return {
    ...(values.customerName.trim() === '' && { customerName: '请填姓名或单位' }),
    ...(!isPhone(values.phone) && { phone: '电话为 5–20 位数字，可含空格、+ 与 -' }),
    ...(values.wayBack === 'courier' && values.address.trim() === '' && { address: '请填收件地址' }),
    ...(isListTooLong && { collectors: `至多 ${ORDER_MAX.collectors} 人，每人至多 ${ORDER_MAX.collector} 字` }),
    ...(faulty >= 0 && { items: `第 ${faulty + 1} 件没有填完：名称与项目必填，件数、价值为数字` }),
  }
}

/** Lists the fees of what is typed so far; a faulty number of pieces counts as one. */
export function listCounterFees(table: OrderTable, { items, priority }: CounterValues): FeeLine[] {
  const priced = items.map(({ count, services }) => ({ count: readCount(count) ?? 1, serviceCodes: services }))
  return listFees(table, priced, priority)
}

/** Makes the body of the call from values without faults. */
export function toCounterBody(values: CounterValues, table: OrderTable): BodyFor<'POST /v1/manage/orders'> {
  const { wayBack, priority, ref } = values
  return {
    customerName: values.customerName.trim(),
    phone: values.phone.normalize('NFKC').trim(),
    wayIn: 'counter',
    wayBack,
    ...(wayBack === 'courier' && { address: values.address.trim() }),
    collectors: splitNames(values.collectors),
    priority,
    items: values.items.map(toStatedItem).filter((item): item is StatedItem => item !== null),
    ref,
    totalCents: sumFees(listCounterFees(table, values)),
  }
}
