import { DUTIES, type Duty } from '@portal/contract/accounts/duties.ts'
import {
  applyStep,
  ITEM_PLACES,
  ITEM_WORKS,
  type ItemPlace,
  type ItemStanding,
  type ItemStepName,
  type ItemWork,
  mayTakeStep,
  PLAIN_STEPS,
} from '@portal/contract/orders/order-rules.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { ORDERS_START, openReception } from '#testing/open-reception.ts'
import { addOrderEvent } from './order-events.ts'

const WORKS = Object.keys(ITEM_WORKS) as ItemWork[]
const PLACES = Object.keys(ITEM_PLACES) as ItemPlace[]
/** Steps that calls of staff take. The others follow the certificate desk. */
const CALLED: readonly ItemStepName[] = [...PLAIN_STEPS, 'receive', 'handOut', 'ship', 'finish', 'draft', 'correct']

const REVISION = 3

describeDatabases('every step of a sample', (make) => {
  let upstream: TestUpstream
  let orderNo = ''
  let sampleNo = ''
  let refused = ''
  const people = new Map<Duty, Member>()

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => ORDERS_START })
    const desk = await openReception(upstream)
    orderNo = await desk.announce({ wayBack: 'courier', address: '昆明市盘龙区 1 号', totalCents: 24_000 })
    sampleNo = (await desk.findItem(orderNo, 1)).sampleNo
    refused = (await desk.findItem(orderNo, 2)).sampleNo
    for (const duty of DUTIES) {
      const member = await join(upstream, `职责${duty}`, 'editor')
      await setDuties(upstream.db, member.id, [duty], { by: null, at: 0 })
      people.set(duty, member)
    }
    await upstream.db
      .updateTable('sessions')
      .set({ factor_at: ORDERS_START, expires_at: ORDERS_START + 1e10 })
      .execute()
    await upstream.db.updateTable('orders').set({ paid_cents: 24_000 }).where('order_no', '=', orderNo).execute()
    await upstream.db
      .updateTable('order_items')
      .set({ work: 'done', outcome: 'refused' })
      .where('sample_no', '=', refused)
      .execute()
  })
  afterAll(() => upstream.close())

  async function put(standing: ItemStanding): Promise<void> {
    await upstream.db
      .updateTable('order_items')
      .set({
        work: standing.work,
        place: standing.place,
        is_held: standing.isHeld ? 1 : 0,
        outcome: standing.outcome,
        certificate_no: null,
        revision: REVISION,
      })
      .where('sample_no', '=', sampleNo)
      .execute()
  }

  async function call(who: Member, name: ItemStepName): Promise<number> {
    const samples = `POST /v1/manage/samples/${sampleNo}`
    const weighed = { revision: REVISION, massG: '4.820', divisionG: '0.001' }
    const shipment = { carrier: '顺丰', trackingNo: 'SF1234567890' }
    if (name === 'receive') return (await who.ask(`${samples}/receive`, { ...weighed, count: 1, marks: ['完好'] })).code
    if (name === 'draft') return (await who.ask(`${samples}/draft`, { revision: REVISION })).code
    if (name === 'correct') {
      // Nobody corrects an own weighing.
      const by = { id: null, name: '收样人' }
      const detail = { massG: '48.200', divisionG: '0.001' }
      await addOrderEvent(upstream.db, { orderNo, sampleNo, kind: 'receive', at: ORDERS_START, by, detail })
      return (await who.ask(`${samples}/mass`, { ...weighed, text: '小数点错位' })).code
    }
    if (name === 'finish') {
      const body = { revision: REVISION, certificateNo: 'SH20261120999990' }
      return (await who.ask(`${samples}/certificate`, body)).code
    }
    if (name === 'handOut' || name === 'ship') {
      const items = [{ sampleNo, ...weighed }]
      return (await who.ask(`POST /v1/manage/orders/${orderNo}/hand-out`, { items, shipment })).code
    }
    const body = { revision: REVISION, step: name, tray: 'G12', text: '写明内容' }
    return (await who.ask(`${samples}/steps`, body)).code
  }

  const read = async () =>
    await upstream.db
      .selectFrom('order_items')
      .select(['work', 'place', 'is_held', 'outcome'])
      .where('sample_no', '=', sampleNo)
      .executeTakeFirstOrThrow()

  const standings = WORKS.flatMap((work) =>
    PLACES.flatMap((place) => [false, true].map((isHeld): ItemStanding => ({ work, place, isHeld, outcome: null }))),
  )
  // A hand-out to a courier is the step `ship`, and no certificate of that number exists.
  const named: Partial<Record<ItemStepName, ItemStepName>> = { handOut: 'ship' }

  it.each(CALLED)(
    '%s is taken where the table allows it, by the duties that it names, and nowhere else',
    async (name) => {
      const step = named[name] ?? name
      for (const standing of standings) {
        const expected = name === 'finish' ? null : applyStep(standing, step)
        for (const duty of DUTIES) {
          await put(standing)
          const code = await call(people.get(duty) as Member, name)
          const isTaken = expected !== null && mayTakeStep([duty], step)
          const what = `${duty}: ${name} from ${standing.work}, ${standing.place}, ${standing.isHeld}`
          expect(code === 200, `${what} answered ${code}`).toBe(isTaken)
          const { work, place, is_held } = await read()
          const after = isTaken ? expected : standing
          expect({ work, place, isHeld: is_held === 1 }, what).toEqual({
            work: after?.work,
            place: after?.place,
            isHeld: after?.isHeld,
          })
        }
      }
    },
  )
})
