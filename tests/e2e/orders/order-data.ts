import type { WritingSite } from '../writing-site.ts'

interface StoredItem {
  sampleNo: string
  revision: number
}
export interface StoredOrder {
  state: string
  items: StoredItem[]
  events: { kind: string; sampleNo: string | null }[]
}

const SERVICE = {
  code: 'ID',
  name: '定名',
  categories: ['jade', 'metal'],
  cents: 12_000,
  per: 'item',
  workingDays: 3,
}
const RING = { statedName: '足金戒指', category: 'metal', statedMassG: '4.8', declaredCents: 2_600_000 }
const BANGLE = { statedName: '翡翠手镯', category: 'jade', declaredCents: null }
const ITEMS = [RING, BANGLE].map((item) => ({ ...item, count: 1, serviceCodes: ['ID'] }))

/** Takes orders and their samples through upstream, without the pages. */
export function createOrderDesk(site: WritingSite) {
  let forms = 0
  const callAsOwner = async <T>(method: string, address: string, body?: object): Promise<T> =>
    await site.ask<T>(method, address, body, await site.fetchSetUpToken())

  const read = (orderNo: string) => callAsOwner<StoredOrder>('GET', `/v1/manage/orders/${orderNo}`)
  const findItem = async (orderNo: string, item: number): Promise<StoredItem> => {
    const found = (await read(orderNo)).items[item - 1]
    if (!found) throw new Error(`order ${orderNo} has no item ${item}`)
    return found
  }
  const step = async (orderNo: string, item: number, name: string, more: object = {}): Promise<void> => {
    const { sampleNo, revision } = await findItem(orderNo, item)
    await callAsOwner('POST', `/v1/manage/samples/${sampleNo}/steps`, { revision, step: name, ...more })
  }
  return {
    read,
    step,
    /** Sets a fee sheet, without which nothing can be announced. */
    async open(): Promise<void> {
      const { version } = await callAsOwner<{ version: number }>('GET', '/v1/manage/site')
      await callAsOwner('PUT', '/v1/manage/site', { version, settings: { orders: { orderServices: [SERVICE] } } })
    },
    /** Announces a ring and a bangle. @param token login of the customer; none: a visitor @returns the number */
    async announce(customerName: string, token = ''): Promise<string> {
      forms += 1
      const form = {
        customerName,
        phone: `138 0000 ${String(6000 + forms)}`,
        wayIn: 'counter',
        wayBack: 'counter',
        collectors: ['王代领'],
        priority: 'normal',
        items: ITEMS,
        totalCents: 24_000,
        ref: `order-form-${String(forms).padStart(8, '0')}`,
      }
      return (await site.ask<{ orderNo: string }>('POST', '/v1/orders', form, token)).orderNo
    },
    /** @param token login of the person who takes the sample in; none: the owner */
    async receive(orderNo: string, item: number, massG: string, token?: string): Promise<void> {
      const { sampleNo, revision } = await findItem(orderNo, item)
      const body = { revision, massG, divisionG: '0.001', count: 1, marks: ['完好'] }
      await site.ask('POST', `/v1/manage/samples/${sampleNo}/receive`, body, token ?? (await site.fetchSetUpToken()))
    },
    /** Tests a received sample, and brings it back without a certificate. */
    async test(orderNo: string, item: number): Promise<void> {
      await step(orderNo, item, 'take')
      await step(orderNo, item, 'end', { text: '按约定不出证书' })
      await step(orderNo, item, 'bring')
    },
  }
}
