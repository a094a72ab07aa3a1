import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPartnerRepository } from '#partners/lookups/partner-repository.ts'
import { SAMPLE_NOS, SAMPLE_SECRET } from '#partners/lookups/sandbox.ts'
import { createDeliveryRepository } from '#partners/webhooks/delivery-repository.ts'
import { createEndpointRemoval, removeEndpoint } from '#partners/webhooks/removed-endpoints.ts'
import { countRows } from '#platform/db/queries.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { makeCertificateRow } from '#testing/certificate-files.ts'
import { importRows } from '#testing/certificate-site.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makePartner } from '#testing/partners.ts'
import { type Bureau, openBureau } from '#testing/staff/bureau.ts'
import { createDeskPeople } from '#testing/staff/desk-people.ts'
import { addPartner } from '#testing/webhook-partner.ts'
import { startReceiver } from '#testing/webhook-receiver.ts'
import { makeNo } from '#testing/webhook-site.ts'

describeDatabases('endpoints of a partner', (make) => {
  let bureau: Bureau
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let partner: number
  let path: string
  beforeAll(async () => {
    receiver = await startReceiver()
    bureau = await openBureau(make, { content: 'none', webhookInternet: receiver.internet })
    await importRows(bureau.upstream, [makeCertificateRow(1)])
  })
  afterAll(async () => {
    await bureau.close()
    await receiver.close()
  })
  beforeEach(async () => {
    receiver.received.splice(0)
    receiver.answerWith((_received, response) => void response.writeHead(204).end())
    partner = await addPartner(bureau.upstream.db, [makeNo(1)])
    path = `/v1/manage/partners/${partner}/webhooks`
  })

  const add = (address = 'https://hooks.example/in') => bureau.done(bureau.owner, `POST ${path}`, { address })
  const call = (name: string, body?: Record<string, unknown>) => bureau.done(bureau.owner, name, body)
  const readSeen = async (number: number, query = '') =>
    (await call(`GET /v1/manage/webhooks/${number}/deliveries${query}`)).records
  const makeDelivered = async (number: number, count = 1) => {
    await expect.poll(async () => (await readSeen(number, '?state=delivered')).length, { timeout: 5000 }).toBe(count)
    return await readSeen(number)
  }

  it('get a secret that is shown once, and a test event signed with it', async () => {
    const { number, secret } = await add()
    const { endpoints, certificates } = await call(`GET ${path}`)
    expect(endpoints).toMatchObject([{ number, address: 'https://hooks.example/in', offReason: null, waiting: 0 }])
    expect(certificates).toBe(1)
    expect(JSON.stringify(endpoints)).not.toContain(secret)
    const stored = await bureau.upstream.db.selectFrom('webhook_endpoints').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(secret)
    receiver.answerWith((_received, response) => void response.writeHead(202).end('收到'))
    await call(`POST /v1/manage/webhooks/${number}/test`, { event: 'test' })
    expect(await makeDelivered(number)).toMatchObject([
      {
        event: 'test',
        certificateNo: null,
        state: 'delivered',
        nextTime: null,
        attempts: [{ status: 202, answer: '收到' }],
      },
    ])
    const { body, headers } = receiver.received[0] as { body: string; headers: Record<string, string> }
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'test' })
  })

  it('can be polled instead of having an address, one of a partner, by its own keys only', async () => {
    const { number, secret } = await call(`POST ${path}`, { address: null })
    const again = await bureau.owner.ask(`POST ${path}`, { address: null })
    expect(again).toMatchObject({ code: 400, message: '对方已有轮询，一个合作方只能有一个' })
    expect((await call(`GET ${path}`)).endpoints).toMatchObject([{ number, address: null, waiting: 0 }])
    await call(`POST /v1/manage/webhooks/${number}/test`, { event: 'test' })
    const { key } = await createPartnerRepository({ db: bureau.upstream.db, now: Date.now }).addKey(partner, false)
    const poll = async (ofKey: string, query = '') => {
      const headers = { authorization: `Bearer ${ofKey}` }
      return (await bureau.upstream.app.inject({ url: `/v1/partner/deliveries${query}`, headers })).json()
    }
    const { data } = await poll(key)
    expect(data.records).toHaveLength(1)
    expect(new Webhook(secret).verify(data.records[0].body, data.records[0].headers)).toMatchObject({ type: 'test' })
    const { key: strange } = await makePartner(bureau.upstream)
    expect(await poll(strange)).toMatchObject({ code: 403, extra: { reason: 'pollingOff' } })
    const { key: test } = await makePartner(bureau.upstream, { isTest: true })
    const { records } = (await poll(test)).data
    expect(records.map((record: { body: string }) => JSON.parse(record.body).type)).toEqual([
      'certificate.reissued',
      'certificate.withdrawn',
      'order.ready',
    ])
    for (const { body, headers } of records) expect(new Webhook(SAMPLE_SECRET).verify(body, headers)).toBeTruthy()
    const { key: unscoped } = await makePartner(bureau.upstream, { scopes: ['check'] })
    expect(await poll(unscoped)).toMatchObject({ code: 403, extra: { reason: 'scopeMissing' } })
    expect((await poll(key, `?after=${data.next}`)).data.records).toEqual([])
    expect(await readSeen(number)).toMatchObject([{ event: 'test', state: 'delivered', attempts: [] }])
    expect(receiver.received).toEqual([])
  })

  it('get the example of an event about a number of the sandbox', async () => {
    const { number, secret } = await add()
    await call(`POST /v1/manage/webhooks/${number}/test`, { event: 'certificate.reissued' })
    await makeDelivered(number)
    const { body, headers } = receiver.received[0] as { body: string; headers: Record<string, string> }
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'certificate.reissued',
      data: { certificateNo: SAMPLE_NOS.reissued, newerNo: SAMPLE_NOS.valid, state: 'reissued' },
    })
  })

  it('get the example of an order of the sandbox', async () => {
    const { number, secret } = await add()
    await call(`POST /v1/manage/webhooks/${number}/test`, { event: 'order.ready' })
    await makeDelivered(number)
    const { body, headers } = receiver.received[0] as { body: string; headers: Record<string, string> }
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'order.ready',
      data: { orderNo: expect.stringMatching(/^WT20000101/), state: 'ready' },
    })
  })

  it('are signed with both secrets after a rotation', async () => {
    const { number, secret } = await add()
    const { secret: fresh } = await call(`POST /v1/manage/webhooks/${number}/secret`, { version: 1 })
    await call(`POST /v1/manage/webhooks/${number}/test`, { event: 'test' })
    await makeDelivered(number)
    const { body, headers } = receiver.received[0] as { body: string; headers: Record<string, string> }
    for (const one of [secret, fresh]) expect(new Webhook(one).verify(body, headers)).toMatchObject({ type: 'test' })
    const [{ oldSecretTime }] = (await call(`GET ${path}`)).endpoints
    expect(Date.parse(`${oldSecretTime}+08:00`) - Date.now()).toBeGreaterThan(DAY_MS - 60_000)
  })

  it('receive what the desk publishes at once, and again when it is repeated', async () => {
    const { number } = await add()
    const { person, published, corrected, approve } = createDeskPeople(bureau.upstream)
    const [writer, signer] = [await person(`制作${partner}`, ['certify']), await person(`批准${partner}`, ['approve'])]
    const certificateNo = await published(writer, signer)
    await bureau.upstream.db
      .insertInto('partner_certificates')
      .values({ partner_id: partner, certificate_no: certificateNo, seen_at: Date.now() })
      .execute()
    await corrected(writer, certificateNo)
    await approve(signer, certificateNo)
    const [event] = await makeDelivered(number)
    expect(event).toMatchObject({ event: 'certificate.corrected', certificateNo, sequence: 1 })
    expect(await call(`POST /v1/manage/webhooks/${number}/repeat`, { from: event.number, to: event.number })).toEqual({
      count: 1,
    })
    await expect.poll(() => receiver.received.length, { timeout: 5000 }).toBe(2)
    const [first, again] = receiver.received
    expect([again?.headers['webhook-id'], again?.body]).toEqual([first?.headers['webhook-id'], first?.body])
    const { data } = JSON.parse(first?.body ?? '')
    expect(data).toMatchObject({ certificateNo, version: 2, state: 'valid', sequence: 1, logIndex: expect.any(Number) })
  })

  it('keep what waits while they are off', async () => {
    const { number } = await add()
    await call(`PUT /v1/manage/webhooks/${number}`, { isOn: false, version: 1 })
    await importRows(bureau.upstream, [makeCertificateRow(1, { color: `蓝${partner}` })])
    expect((await call(`GET ${path}`)).endpoints).toMatchObject([{ offReason: 'staff', waiting: 1 }])
    for (const name of ['test', 'repeat']) {
      const body = name === 'repeat' ? { from: 1, to: 2 } : { event: 'test' }
      const refusal = await bureau.owner.ask(`POST /v1/manage/webhooks/${number}/${name}`, body)
      expect(refusal.message).toBe('这个通知地址已停用，请先启用')
    }
    // An event that was tried for three days; repeating it makes it due immediately, with no attempts.
    const tried = { attempts: 9, due_at: Date.now() + DAY_MS, began_at: 0 }
    await bureau.upstream.db.updateTable('webhook_events').set(tried).where('endpoint_id', '=', number).execute()
    await call(`PUT /v1/manage/webhooks/${number}`, { isOn: true, version: 2 })
    expect(await makeDelivered(number)).toMatchObject([{ event: 'certificate.corrected', certificateNo: makeNo(1) }])
  })

  it('are limited to five, at names on port 443, and deleted with their deliveries', async () => {
    const refused = await bureau.owner.ask(`POST ${path}`, { address: 'https://10.0.0.5/' })
    expect(refused.message).toBe('请填写域名，不能用 IP 地址')
    const { number } = await add()
    for (let nth = 0; nth < 4; nth += 1) await add()
    expect((await bureau.owner.ask(`POST ${path}`, { address: 'https://hooks.example/' })).message).toContain(
      '最多 5 个',
    )
    await call(`DELETE /v1/manage/webhooks/${number}`)
    expect((await bureau.owner.ask(`GET /v1/manage/webhooks/${number}/deliveries`)).message).toContain('可能已删除')
    expect((await call(`GET ${path}`)).endpoints).toHaveLength(4)
  })

  it('are limited to five when two calls add one at the same time', async () => {
    for (const _ of [1, 2, 3, 4]) await add()
    const both = [1, 2].map((nth) => bureau.owner.ask(`POST ${path}`, { address: `https://hooks.example/${nth}` }))
    const codes = (await Promise.all(both)).map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect((await call(`GET ${path}`)).endpoints).toHaveLength(5)
  })

  describe('with many events', () => {
    const EVENTS = 2500
    /** Creates an endpoint that is not called, with delivered events. @returns its number and its events */
    async function makeBusyEndpoint(): Promise<{ number: number; events: number[] }> {
      const { number } = await add()
      const events: number[] = []
      for (let at = 0; at < EVENTS; at += 500) {
        const rows = Array.from({ length: 500 }, (_, nth) => ({
          endpoint_id: number,
          certificate_no: makeNo(at + nth),
          sequence: 1,
          message_id: `${number} ${at + nth}`,
          event: 'certificate.corrected' as const,
          version: 2,
          changed_on: '2026-11-20',
          newer_no: null,
          log_index: null,
          state: 'delivered' as const,
          attempts: 1,
          began_at: 1,
          due_at: 1,
          created_at: Date.now(),
        }))
        const added = await bureau.upstream.db.insertInto('webhook_events').values(rows).returning('id').execute()
        events.push(...added.map(({ id }) => id))
        const keys = rows.map(({ endpoint_id, certificate_no, sequence }) => ({
          endpoint_id,
          certificate_no,
          sequence,
        }))
        await bureau.upstream.db.insertInto('webhook_sequences').values(keys).execute()
      }
      return { number, events }
    }
    const countIn = async (table: 'webhook_events' | 'webhook_sequences', number: number) =>
      await countRows(bureau.upstream.db.selectFrom(table).where('endpoint_id', '=', number))

    /** Wraps the database to count the rows that each statement has written. */
    function countWrites() {
      const written: number[] = []
      const db = bureau.upstream.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          written.push(Number(result.numAffectedRows ?? 0))
          return result
        },
      })
      return { db, written }
    }

    it('are repeated in pieces, each once, and nothing outside the range', async () => {
      const { number, events } = await makeBusyEndpoint()
      receiver.answerWith((_received, response) => void response.writeHead(503).end())
      const [from = 0, to = 0] = [events.at(100), events.at(-101)]
      expect(await call(`POST /v1/manage/webhooks/${number}/repeat`, { from: to, to: from })).toEqual({
        count: EVENTS - 200,
      })
      const { db, written } = countWrites()
      await createDeliveryRepository({ db, now: Date.now }).repeat(number, { from, to })
      expect(Math.max(...written)).toBe(1000)
      const states = bureau.upstream.db.selectFrom('webhook_events').where('endpoint_id', '=', number)
      expect(await countRows(states.where('state', '=', 'delivered'))).toBe(200)
    })

    it('are gone at once when removed; events are deleted in pieces, also by another instance after a crash', async () => {
      const { number } = await makeBusyEndpoint()
      const laterMs = Date.now() + HOUR_MS
      await removeEndpoint(bureau.upstream.db, number, laterMs)
      expect((await call(`GET ${path}`)).endpoints).toEqual([])
      expect((await bureau.owner.ask(`POST /v1/manage/webhooks/${number}/test`, { event: 'test' })).message).toContain(
        '可能已删除',
      )
      await importRows(bureau.upstream, [makeCertificateRow(1, { color: `绿${number}` })])
      expect(await countIn('webhook_events', number)).toBe(EVENTS)
      const { db, written } = countWrites()
      const handlers = { endpointRemoval: createEndpointRemoval(db) }
      const onError = (error: Error) => expect.fail(error.message)
      await createJobs({ db: bureau.upstream.db, now: () => laterMs, handlers, onError }).runDue()
      expect(Math.max(...written)).toBe(1000)
      expect([await countIn('webhook_events', number), await countIn('webhook_sequences', number)]).toEqual([0, 0])
      const left = bureau.upstream.db.selectFrom('webhook_endpoints').where('id', '=', number)
      expect(await countRows(left)).toBe(0)
    })
  })
})
