import type { Duty } from '@portal/contract/accounts/duties.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { setDuties } from '#accounts/duties/duties.ts'
import type { Loose } from './asking.ts'
import type { TestUpstream } from './make-upstream.ts'
import { join, type Member } from './members.ts'

/** A Friday. */
export const ORDERS_START = toInstantMs('2026-11-20 10:20') ?? 0
const ORDER_SERVICES = [
  { code: 'ID', name: '定名', categories: ['jade', 'metal'], cents: 12_000, per: 'item', workingDays: 3 },
]
const RING = { statedName: '足金戒指', category: 'metal', count: 1, serviceCodes: ['ID'], declaredCents: 2_600_000 }
const BANGLE = { statedName: '翡翠手镯', category: 'jade', count: 1, serviceCodes: ['ID'], declaredCents: null }

export type Reception = Awaited<ReturnType<typeof openReception>>

/** Sets up a fee sheet, a customer and people with duties, and returns what they do in tests. */
export async function openReception(upstream: TestUpstream) {
  const joinWith = async (name: string, duties: readonly Duty[]) => {
    const member = await join(upstream, name, 'editor')
    await setDuties(upstream.db, member.id, duties, { by: null, at: 0 })
    return member
  }
  const customer = await join(upstream, '林知微')
  const reception = await joinWith('方知渔', ['reception'])
  const second = await joinWith('何复核', ['reception'])
  const tester = await joinWith('周检', ['certify'])
  const support = await joinWith('孙客服', ['support'])
  const owner = await joinWith('沈所有', ['owner'])
  await upstream.db
    .insertInto('site_settings')
    .values({ name: 'orderServices', value: JSON.stringify(ORDER_SERVICES) })
    .execute()
  let forms = 0

  /** Announces a ring and a bangle. @returns the number */
  const announce = async (more: Loose = {}): Promise<string> => {
    forms += 1
    const body = {
      customerName: '林知微',
      phone: '138 0000 6021',
      wayIn: 'counter',
      wayBack: 'counter',
      collectors: ['王代领'],
      priority: 'normal',
      items: [RING, BANGLE],
      totalCents: 24_000,
      ref: `reception-form-${String(forms).padStart(8, '0')}`,
      ...more,
    }
    const { data } = await customer.ask('POST /v1/orders', body)
    return data.orderNo
  }
  const open = async (orderNo: string, who = reception): Promise<Loose> =>
    (await who.ask(`GET /v1/manage/orders/${orderNo}`)).data
  const findItem = async (orderNo: string, item: number): Promise<Loose> => (await open(orderNo)).items[item - 1]
  const receive = async (orderNo: string, item: number, massG: string, more: Loose = {}): Promise<Loose> => {
    const { sampleNo, revision } = await findItem(orderNo, item)
    const body = { revision, massG, divisionG: '0.001', count: 1, marks: ['完好'], ...more }
    return await reception.ask(`POST /v1/manage/samples/${sampleNo}/receive`, body)
  }
  const step = async (orderNo: string, item: number, name: string, who: Member, more: Loose = {}): Promise<Loose> => {
    const { sampleNo, revision } = await findItem(orderNo, item)
    return await who.ask(`POST /v1/manage/samples/${sampleNo}/steps`, { revision, step: name, ...more })
  }
  const handOut = async (orderNo: string, masses: Loose, more: Loose, who = reception): Promise<Loose> => {
    const { items } = await open(orderNo)
    const given = Object.entries(masses).map(([item, massG]) => {
      const { sampleNo, revision } = items[Number(item) - 1]
      return { sampleNo, revision, massG, divisionG: '0.001' }
    })
    const body = { items: given, unpaidReason: '月底一并结清', ...more }
    return await who.ask(`POST /v1/manage/orders/${orderNo}/hand-out`, body)
  }
  const readOwn = async (orderNo: string): Promise<Loose> => (await customer.ask(`GET /v1/orders/${orderNo}`)).data
  /** Takes both items in and tests them. @returns the pick-up code */
  const makeReady = async (orderNo: string): Promise<string> => {
    for (const [item, massG] of [
      [1, '4.820'],
      [2, '58.310'],
    ] as const) {
      await receive(orderNo, item, massG)
      await step(orderNo, item, 'take', tester)
      await step(orderNo, item, 'end', tester, { text: '按约定不出证书' })
      await step(orderNo, item, 'bring', tester)
    }
    return (await readOwn(orderNo)).pickupCode
  }
  const people = { customer, reception, second, tester, support, owner }
  return { ...people, announce, open, findItem, receive, step, handOut, readOwn, makeReady }
}
