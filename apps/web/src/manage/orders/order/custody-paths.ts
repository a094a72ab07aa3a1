import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { OrderEvent } from './order-events.ts'

/** A stay of a sample in a lane, from an instant, epoch ms. */
interface Stay {
  lane: string
  atMs: number
}

/** The way of a sample through the lanes, and the times while a question was open. `untilMs` is `null` while it is. */
export interface CustodyPath {
  sampleNo: string
  stays: Stay[]
  holds: { lane: string; fromMs: number; untilMs: number | null }[]
}

const CUSTOMER = '委托方'
const LANES: Readonly<Record<string, string>> = {
  customer: CUSTOMER,
  collected: CUSTOMER,
  shipped: CUSTOMER,
  reception: '收发',
  tray: '样品柜',
}

const findLane = ({ detail, name }: OrderEvent): string => LANES[String(detail.to)] ?? name

/** Reads the ways of the samples that were received from the events. */
export function listCustodyPaths({ events, items }: Pick<ManagedOrder, 'events' | 'items'>): CustodyPath[] {
  return items.flatMap(({ sampleNo }) => {
    const own = events.filter((event) => event.sampleNo === sampleNo)
    const [first] = own
    if (first?.kind !== 'receive') return []
    const path: CustodyPath = { sampleNo, stays: [], holds: [] }
    for (const event of own) {
      const atMs = toInstantMs(event.time) ?? 0
      // Questions leave the sample where it is, with the person who had it.
      const isMove = event.detail.from !== event.detail.to || event.kind === 'take'
      const lane = isMove ? findLane(event) : (path.stays.at(-1)?.lane ?? CUSTOMER)
      if (isMove && path.stays.at(-1)?.lane !== lane) path.stays.push({ lane, atMs })
      const last = path.holds.at(-1)
      if (event.kind === 'ask') path.holds.push({ lane, fromMs: atMs, untilMs: null })
      else if (last && last.untilMs === null && (event.kind === 'answer' || event.kind === 'withdraw')) {
        last.untilMs = atMs
      }
    }
    return [path]
  })
}

/** Lists the lanes from top to bottom: customer, reception, cabinet, then people in the order of their first sample. */
export function listLanes(paths: readonly CustodyPath[]): string[] {
  const people = paths.flatMap(({ stays }) => stays.map(({ lane }) => lane))
  return [...new Set([CUSTOMER, '收发', '样品柜', ...people])]
}
