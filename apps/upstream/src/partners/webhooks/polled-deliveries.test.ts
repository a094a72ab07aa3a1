import { DAY_MS } from '@portal/contract/constants.ts'
import { EVENT_DAYS } from '@portal/contract/partners/webhook-rules.ts'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queueTest } from '#certificates/changes/queue-events.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeNo, makeWebhookSite } from '#testing/webhook-site.ts'
import { createDeliveryRepository } from './delivery-repository.ts'
import { toPollAddress } from './poll-address.ts'
import { pollDeliveries } from './polled-deliveries.ts'

describeDatabases('deliveries that a partner polls', (make) => {
  let site: Awaited<ReturnType<typeof makeWebhookSite>>
  let partner: number
  let endpoint: { id: number; secret: string }
  beforeEach(async () => {
    site = await makeWebhookSite(make)
    await site.publish([[1], [2], [3]])
    partner = await site.addPartner([1, 2, 3])
    endpoint = await site.addEndpoint(partner, toPollAddress(partner))
    site.clock.now += 1000
  })
  afterEach(() => site.close())

  const poll = async (after = 0, id = partner) => {
    const answer = await pollDeliveries(site, id, after)
    if (!answer) return undefined
    const events = answer.records.map(({ body, headers }) => {
      const event = JSON.parse(body)
      return { id: headers['webhook-id'], type: event.type, certificate: event.data.certificateNo, ...event.data }
    })
    return { ...answer, events }
  }
  const correct = async (serial: number, color: string) => {
    await site.publish([[serial, { color }]])
    site.clock.now += 1000
  }

  it('are the bodies of webhooks, signed with the secret, and the same until they are acknowledged', async () => {
    expect(await poll()).toMatchObject({ records: [], next: 0, hasMore: false })
    await correct(1, '绿色')
    const first = await poll()
    expect(first?.events).toMatchObject([{ type: 'certificate.corrected', certificateNo: makeNo(1), sequence: 1 }])
    site.clock.now = Date.now()
    const [record] = (await poll())?.records ?? []
    expect(new Webhook(endpoint.secret).verify(record?.body ?? '', record?.headers ?? {})).toBeTruthy()
    expect((await poll())?.events).toEqual(first?.events)
    expect(await poll(first?.next)).toMatchObject({ records: [], next: first?.next, hasMore: false })
    expect((await poll())?.records).toEqual([])
    const stored = await site.db.selectFrom('webhook_events').select(['state']).execute()
    expect(stored).toEqual([{ state: 'delivered' }])
  })

  it('are never posted by the queue', async () => {
    await correct(1, '绿色')
    const instance = site.instance()
    await instance.work()
    await instance.close()
    expect([site.errors, site.receiver.received]).toEqual([[], []])
    expect((await poll())?.events).toHaveLength(1)
  })

  it('acknowledge nothing that was not answered, whatever `after` says', async () => {
    await correct(1, '绿色')
    expect((await poll(1_000_000_000))?.events).toHaveLength(1)
  })

  it('are not lost when a late copy of an old request gets them first', async () => {
    await correct(1, '绿色')
    const first = await poll()
    await correct(2, '浅蓝色')
    const second = await poll(first?.next)
    expect((await poll(second?.next))?.records).toEqual([])
    await correct(3, '灰蓝色')
    // The copy of the first request: the partner has closed that connection long ago.
    const late = await poll(0)
    expect(late?.events).toMatchObject([{ certificate: makeNo(3) }])
    expect((await poll(second?.next))?.events).toEqual(late?.events)
    expect((await poll(late?.next))?.records).toEqual([])
  })

  it('contain an event that another instance commits late under a smaller number', async () => {
    await correct(1, '绿色')
    await correct(2, '浅蓝色')
    const show = (state: 'failed' | 'waiting') =>
      site.db.updateTable('webhook_events').set({ state }).where('certificate_no', '=', makeNo(1)).execute()
    await show('failed')
    const first = await poll()
    expect(first?.events).toMatchObject([{ certificate: makeNo(2) }])
    await show('waiting')
    const second = await poll(first?.next)
    expect(second?.events).toMatchObject([{ certificate: makeNo(1) }])
    // The answer was lost: the partner knows the number of the first one only.
    expect((await poll(first?.next))?.events).toEqual(second?.events)
    expect((await poll(second?.next))?.records).toEqual([])
  })

  it('come again when staff repeat them, also after a lost answer', async () => {
    await correct(1, '绿色')
    await correct(2, '浅蓝色')
    const { next = 0, events: [first] = [] } = (await poll()) ?? {}
    expect((await poll(next))?.records).toEqual([])
    const [row] = await site.db.selectFrom('webhook_events').select('id').orderBy('id').execute()
    const range = { from: row?.id ?? 0, to: row?.id ?? 0 }
    await createDeliveryRepository(site).repeat(endpoint.id, range)
    for (let nth = 0; nth < 2; nth += 1) expect((await poll(next))?.events).toEqual([first])
    expect((await poll((await poll(next))?.next))?.records).toEqual([])
  })

  it('keep the order of a certificate: the next follows when the one before is acknowledged', async () => {
    await correct(1, '绿色')
    await site.publish([[1, { color: '蓝绿色' }]])
    site.clock.now += 1000
    await correct(2, '浅蓝色')
    const first = await poll()
    expect(first?.events.map(({ certificate, version }) => [certificate, version])).toEqual([
      [makeNo(1), 2],
      [makeNo(2), 2],
    ])
    expect(first?.hasMore).toBe(true)
    const second = await poll(first?.next)
    expect(second?.events).toMatchObject([{ certificate: makeNo(1), version: 3, sequence: 2 }])
    // That answer was lost.
    expect((await poll(first?.next))?.events).toEqual(second?.events)
    expect((await poll(second?.next))?.records).toEqual([])
  })

  it('come in pages, none lost and none twice', async () => {
    for (let nth = 0; nth < 230; nth += 1) await queueTest(site.db, endpoint.id, site.clock.now + nth)
    await site.db
      .updateTable('webhook_events')
      .set((eb) => ({ certificate_no: eb.ref('message_id'), due_at: site.clock.now }))
      .execute()
    const seen: string[] = []
    let [after, pages] = [0, 0]
    for (let hasMore = true; hasMore; pages += 1) {
      const page = await poll(after)
      seen.push(...(page?.events.map(({ id }) => id) ?? []))
      ;[after, hasMore] = [page?.next ?? 0, page?.hasMore ?? false]
    }
    expect([pages, seen.length, new Set(seen).size]).toEqual([3, 230, 230])
    expect((await poll(after))?.records).toEqual([])
  })

  it('answer two calls at the same time one after the other, and lose nothing', async () => {
    await correct(1, '绿色')
    await correct(2, '浅蓝色')
    const [one, other] = await Promise.all([poll(), poll()])
    expect(one?.events).toEqual(other?.events)
    expect(one?.events).toHaveLength(2)
  })

  it('are of the own partner only', async () => {
    const stranger = await site.addPartner([1, 2, 3])
    await correct(1, '绿色')
    const { next = 0 } = (await poll()) ?? {}
    expect(await poll(0, stranger)).toBeUndefined()
    const own = await site.addEndpoint(stranger, toPollAddress(stranger))
    expect((await poll(next, stranger))?.records).toEqual([])
    expect(own.id).not.toBe(endpoint.id)
    expect((await poll())?.events).toHaveLength(1)
  })

  it('are refused while staff have switched the endpoint off or removed it, and kept for their days', async () => {
    await correct(1, '绿色')
    const set = (off_reason: 'staff' | 'removed' | null) =>
      site.db.updateTable('webhook_endpoints').set({ off_reason }).where('id', '=', endpoint.id).execute()
    await set('staff')
    expect(await poll()).toBeUndefined()
    await set(null)
    expect((await poll())?.events).toHaveLength(1)
    site.clock.now += (EVENT_DAYS + 1) * DAY_MS
    const instance = site.instance()
    await instance.sweep()
    await instance.close()
    expect((await poll())?.records).toEqual([])
    await set('removed')
    expect(await poll()).toBeUndefined()
  })
})
