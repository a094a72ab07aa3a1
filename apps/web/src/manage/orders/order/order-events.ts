import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import {
  ITEM_PLACES,
  ITEM_STEP_NAMES,
  type ItemPlace,
  PAYMENT_WAYS,
  type PaymentWay,
} from '@portal/contract/orders/order-rules.ts'
import { formatYuan } from '@portal/contract/orders/order-services.ts'
import { formatShortNo } from '#domain/orders/short-number.ts'

export type OrderEvent = ManagedOrder['events'][number]

/** Events of the whole order. */
const ORDER_KINDS: Readonly<Record<string, string>> = {
  announce: '预约送检',
  cancel: '取消',
  warn: '提醒将过期',
  remind: '提醒委托方',
  expire: '过期',
  addItem: '补收一件',
  renewCode: '换查询码',
  identify: '核验证件',
  pay: '收款',
  strike: '划去收款',
  dispute: '登记异议',
  settle: '了结异议',
  massAlarm: '复称超出',
  release: '放行',
}

export function formatKind(kind: string): string {
  return ORDER_KINDS[kind] ?? (ITEM_STEP_NAMES as Readonly<Record<string, string>>)[kind] ?? kind
}

const formatPlace = (place: unknown, holder: string): string =>
  place === 'person' && holder !== '' ? holder : (ITEM_PLACES[place as ItemPlace] ?? '')

/** Finds the person who had the sample before each event; events that found it elsewhere are left out. */
export function findHolders(events: readonly OrderEvent[]): ReadonlyMap<OrderEvent, string> {
  const holders = new Map<OrderEvent, string>()
  const now = new Map<string | null, string>()
  for (const event of events) {
    const { sampleNo, kind, name, detail } = event
    const holder = now.get(sampleNo)
    if (holder !== undefined) holders.set(event, holder)
    if (kind === 'take') now.set(sampleNo, name)
    else if (detail.to !== undefined && detail.to !== 'person') now.delete(sampleNo)
  }
  return holders
}

/** Reads the places of an event; empty texts for an event without a move. @param holder person who had the sample */
export function readMove({ detail, name, kind }: OrderEvent, holder = ''): { from: string; to: string } {
  const to = kind === 'take' ? name : formatPlace(detail.to, holder)
  const tray = typeof detail.tray === 'string' ? ` ${detail.tray}` : ''
  return { from: formatPlace(detail.from, holder), to: to + tray }
}

/** Members of an event with their names, in the order in which they are read. */
const MEMBERS: readonly (readonly [name: string, format: (value: unknown) => string | []])[] = [
  ['massG', (value) => `${value} g`],
  ['divisionG', (value) => `分度 ${value} g`],
  ['wasMassG', (value) => `原为 ${value} g`],
  ['count', (value) => `${value} 件`],
  ['items', (value) => `${value} 件`],
  ['totalCents', (value) => formatYuan(Number(value))],
  // The answer to a question may cost nothing.
  ['cents', (value) => (value === 0 ? [] : formatYuan(Number(value)))],
  ['way', (value) => PAYMENT_WAYS[value as PaymentWay] ?? ''],
  ['differenceG', (value) => `差 ${String(value).replace('-', '−')} g`],
  ['toleranceG', (value) => `允许 ${value} g`],
  ['statedName', String],
  ['marks', (value) => (value as string[]).join('、')],
  ['note', String],
  ['text', String],
  ['reason', String],
  ['unpaidReason', (value) => `未付清：${value}`],
  ['name', String],
  ['last4', (value) => `证件尾号 ${value}`],
  ['certificateNo', (value) => `证书 ${value}`],
  ['identity', (value) => formatIdentity(value as { name: string; last4: string })],
  ['shipment', (value) => formatShipment(value as { carrier: string; trackingNo: string })],
]
const formatIdentity = ({ name, last4 }: { name: string; last4: string }) => `${name}，证件尾号 ${last4}`
const formatShipment = ({ carrier, trackingNo }: { carrier: string; trackingNo: string }) => `${carrier} ${trackingNo}`

/** Describes what an event tells besides its places. */
export function describeEvent({ detail }: OrderEvent): string {
  return MEMBERS.flatMap(([name, format]) => (detail[name] === undefined ? [] : format(detail[name]))).join('；')
}

/** Columns of the chain as an assessor gets it. */
const CHAIN_HEADS = ['时间', '样品编号', '步骤', '经办', '从', '到', '内容', 'SHA-256']

function toChainRow(event: OrderEvent, holder: string | undefined): string[] {
  const { from, to } = readMove(event, holder)
  const { time, sampleNo, kind, name, sha256 } = event
  return [time, sampleNo ?? '', formatKind(kind), name, from, to, describeEvent(event), sha256]
}

/** Lists the lines of a custody chain, on paper and in a file. */
export function listChain({ events }: Pick<ManagedOrder, 'events'>): string[][] {
  const holders = findHolders(events)
  return [CHAIN_HEADS, ...events.map((event) => toChainRow(event, holders.get(event)))]
}

/** Names the sample of an event shortly; empty for the whole order. */
export function formatEventSample({ sampleNo }: OrderEvent): string {
  return sampleNo === null ? '' : formatShortNo(sampleNo)
}
