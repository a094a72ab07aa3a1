import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queueTest } from '#certificates/changes/queue-events.ts'
import { addJob } from '#platform/jobs/job-rows.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeNo, makeWebhookSite } from '#testing/webhook-site.ts'
import { GIVE_UP_MS } from './retry-times.ts'

/** A delivery that the receiver has not answered yet. */
interface Held {
  url: string | undefined
  answer: () => void
}

describeDatabases('webhooks', (make) => {
  let site: Awaited<ReturnType<typeof makeWebhookSite>>
  beforeEach(async () => {
    site = await makeWebhookSite(make)
    await site.publish([[1], [2], [3]])
  })
  afterEach(async () => {
    expect(site.errors).toEqual([])
    await site.close()
  })

  /** Events as they arrived: number and sequence. */
  const arrived = () =>
    site.receiver.received.map(({ body }) => {
      const { certificateNo, sequence } = JSON.parse(body).data
      return `${certificateNo} ${sequence}`
    })
  const ids = () => site.receiver.received.map(({ headers }) => headers['webhook-id'])
  const answerStatus = (status: number, headers: Record<string, string> = {}) =>
    site.receiver.answerWith((_received, response) => void response.writeHead(status, headers).end('answer'))
  const endpointNow = (id: number) =>
    site.db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const readLogIndex = async (serial: number) => {
    const entry = site.db.selectFrom('certificates').select('log_index').where('certificate_no', '=', makeNo(serial))
    return (await entry.executeTakeFirstOrThrow()).log_index
  }
  const wait = (ms: number) => {
    site.clock.now += ms
  }

  it('carry the whole state of a changed certificate to the endpoints of partners that checked it', async () => {
    const [one, other] = [await site.addPartner([1, 2]), await site.addPartner([3])]
    const { secret } = await site.addEndpoint(one)
    await site.addEndpoint(other)
    await site.publish([[1, { color: '天蓝色' }], [4]])
    await site.instance().work()
    expect(site.receiver.received).toHaveLength(1)
    const { body, headers } = site.receiver.received[0] as { body: string; headers: Record<string, string> }
    expect(JSON.parse(body)).toEqual({
      type: 'certificate.corrected',
      timestamp: '2026-11-23T02:00:00.000Z',
      data: {
        certificateNo: makeNo(1),
        version: 2,
        state: 'valid',
        changedOn: '2026-11-23',
        newerNo: null,
        sequence: 1,
        logIndex: await readLogIndex(1),
      },
    })
    vi.useFakeTimers({ now: site.clock.now, toFake: ['Date'] })
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    vi.useRealTimers()
    await site.publish([[1, { color: '天蓝色', state: 'reissued', newerNo: makeNo(2), changedOn: '2026-11-20' }]])
    await site.publish([[2, { state: 'withdrawn', reason: '登记有误', changedOn: '2026-11-21' }]])
    await site.instance().work()
    expect(site.receiver.received.slice(1).map((received) => JSON.parse(received.body))).toMatchObject([
      {
        type: 'certificate.reissued',
        data: { version: 2, state: 'reissued', changedOn: '2026-11-20', newerNo: makeNo(2), sequence: 2 },
      },
      { type: 'certificate.withdrawn', data: { certificateNo: makeNo(2), state: 'withdrawn', sequence: 1 } },
    ])
  })

  /** Endpoints that wait for the test before they answer, with five events each. @returns the deliveries that wait */
  async function addSlow(count: number): Promise<{ held: Held[]; partner: number }> {
    const partner = await site.addPartner([1, 2, 3, 4, 5])
    await site.publish([[4], [5]])
    for (let nth = 0; nth < count; nth += 1) await site.addEndpoint(partner, `https://hooks.example/slow${nth}`)
    const held: Held[] = []
    site.receiver.answerWith(({ url }, response) => {
      const answer = () => void response.writeHead(204).end()
      if (url === '/fast') answer()
      else held.push({ url, answer })
    })
    return { held, partner }
  }
  const publishFive = () => site.publish([1, 2, 3, 4, 5].map((serial) => [serial, { color: '天蓝色' }] as const))
  const fast = () => site.receiver.received.filter(({ url }) => url === '/fast')

  it('reach an idle receiver while many slow ones take all that they may', async () => {
    const { held, partner } = await addSlow(8)
    await site.addEndpoint(partner, 'https://hooks.example/fast')
    await publishFive()
    const working = site.instance().work()
    await vi.waitFor(() => expect([held.length, fast().length]).toEqual([32, 5]), 5000)
    answerStatus(204)
    for (const { answer } of held) answer()
    await working
    expect(site.receiver.received).toHaveLength(45)
  })

  it('reach an endpoint in its turn when as many slow ones as an instance serves have more to come', async () => {
    const { held, partner } = await addSlow(32)
    await site.addEndpoint(partner, 'https://hooks.example/fast')
    await publishFive()
    const working = site.instance().work()
    await vi.waitFor(() => expect(held).toHaveLength(128), 5000)
    wait(10 * SECOND_MS)
    expect(fast()).toEqual([])
    const [first = [], others = []] = [true, false].map((is) => held.filter(({ url }) => (url === '/slow0') === is))
    for (const { answer } of first) answer()
    await vi.waitFor(() => expect(fast()).toHaveLength(5), 5000)
    answerStatus(204)
    for (const { answer } of others) answer()
    await working
    expect(site.receiver.received).toHaveLength(165)
  })

  it('arrive in order for each certificate once a receiver that failed for an hour is back', async () => {
    await site.addEndpoint(await site.addPartner([1, 2, 3]))
    const instances = [site.instance(), site.instance()]
    const workAll = () => Promise.all(instances.map((instance) => instance.work()))
    answerStatus(500)
    for (const color of ['蓝色', '绿色', '白色']) {
      await site.publish([1, 2, 3].map((serial) => [serial, { color }] as const))
      await workAll()
      for (let minutes = 0; minutes < 20; minutes += 1) {
        wait(MINUTE_MS)
        await workAll()
      }
    }
    const failed = new Set(ids())
    // The oldest of each certificate alone was tried.
    expect(failed.size).toBe(3)
    site.receiver.received.splice(0)
    answerStatus(204)
    for (let hours = 0; hours < 2; hours += 1) {
      wait(HOUR_MS)
      await workAll()
    }
    expect(arrived()).toHaveLength(9)
    for (const serial of [1, 2, 3]) {
      const ofOne = arrived().filter((one) => one.startsWith(makeNo(serial)))
      expect(ofOne).toEqual([1, 2, 3].map((sequence) => `${makeNo(serial)} ${sequence}`))
    }
    expect(ids().filter((id) => failed.has(String(id)))).toHaveLength(3)
  })

  it('hold back only the followers of a failing delivery', async () => {
    await site.addEndpoint(await site.addPartner([1, 2]))
    site.receiver.answerWith(
      ({ body }, response) => void response.writeHead(body.includes(makeNo(1)) ? 500 : 200).end(),
    )
    await site.publish([
      [1, { color: '蓝色' }],
      [2, { color: '蓝色' }],
    ])
    await site.publish([
      [1, { color: '绿色' }],
      [2, { color: '绿色' }],
    ])
    await site.instance().work()
    expect(arrived().sort()).toEqual([`${makeNo(1)} 1`, `${makeNo(2)} 1`, `${makeNo(2)} 2`])
  })

  it('are tried ten times in three days under one id and new timestamps, then the endpoint is off', async () => {
    const { id } = await site.addEndpoint(await site.addPartner([1]))
    answerStatus(500)
    await site.publish([[1, { color: '蓝色' }]])
    const queue = site.instance()
    const began = site.clock.now
    for (;;) {
      await queue.work()
      const { state, due_at } = await site.db.selectFrom('webhook_events').selectAll().executeTakeFirstOrThrow()
      if (state === 'failed') break
      site.clock.now = due_at
    }
    expect(site.clock.now - began).toBe(GIVE_UP_MS)
    expect(new Set(ids()).size).toBe(1)
    const times = site.receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']) * SECOND_MS - began)
    expect(times).toHaveLength(10)
    expect(times.slice(0, 4)).toEqual([0, 5 * SECOND_MS, 5 * SECOND_MS + 5 * MINUTE_MS, 5 * SECOND_MS + 35 * MINUTE_MS])
    expect(await endpointNow(id)).toMatchObject({ off_reason: 'failing' })
    expect(await site.db.selectFrom('jobs').selectAll().execute()).toEqual([])
    expect(site.mails).toEqual([
      { to: 'it@shop.example', subject: '证书变动的通知地址已停用', text: expect.stringContaining('三天') },
    ])
    const attempts = await site.db.selectFrom('webhook_attempts').selectAll().execute()
    expect(attempts[0]).toMatchObject({ status: 500, problem: null, answer: 'answer' })
    expect(attempts).toHaveLength(10)
  })

  it('stop at an endpoint that answers 410, and mail its contact', async () => {
    const { id } = await site.addEndpoint(await site.addPartner([1]))
    answerStatus(410)
    await site.publish([[1, { color: '蓝色' }]])
    await site.instance().work()
    wait(DAY_MS)
    await site.instance().work()
    expect(site.receiver.received).toHaveLength(1)
    expect(await endpointNow(id)).toMatchObject({ off_reason: 'gone' })
    expect(site.mails).toHaveLength(1)
  })

  it('mail about an endpoint that was switched off again while the mail before was sent', async () => {
    const { id } = await site.addEndpoint(await site.addPartner([]))
    async function switchOff(dueAt: number): Promise<void> {
      await site.db.updateTable('webhook_endpoints').set({ off_reason: 'gone' }).where('id', '=', id).execute()
      await addJob(site.db, { kind: 'endpointMail', ref: String(id), dueAt })
    }
    let sent = 0
    const jobs = site.makeJobs({
      async send() {
        sent += 1
        if (sent === 1) await switchOff(site.clock.now + 1)
      },
    })
    await switchOff(site.clock.now)
    await jobs.runDue()
    expect(sent).toBe(1)
    wait(1)
    await jobs.runDue()
    await jobs.runDue()
    expect(sent).toBe(2)
    expect(await site.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  it('pause for the time in Retry-After, for all certificates of the endpoint', async () => {
    await site.addEndpoint(await site.addPartner([1, 2]))
    answerStatus(429, { 'retry-after': '600' })
    await site.publish([[1, { color: '蓝色' }]])
    const queue = site.instance()
    await queue.work()
    await site.publish([[2, { color: '蓝色' }]])
    wait(9 * MINUTE_MS)
    await queue.work()
    expect(site.receiver.received).toHaveLength(1)
    answerStatus(204)
    wait(MINUTE_MS)
    await queue.work()
    expect(arrived().slice(1).sort()).toEqual([`${makeNo(1)} 1`, `${makeNo(2)} 1`])
  })

  it('are delivered again under the same id after an instance was killed during a delivery', async () => {
    const { id } = await site.addEndpoint(await site.addPartner([1]))
    await site.publish([[1, { color: '蓝色' }]])
    // What kill -9 leaves: the job is taken, and nobody settles the event.
    const taken = { due_at: site.clock.now, taken_until: site.clock.now + 30 * SECOND_MS, attempts: 1 }
    await site.db
      .insertInto('jobs')
      .values({ kind: 'webhookDelivery', ref: String(id), ...taken })
      .execute()
    await site.instance().work()
    expect(site.receiver.received).toEqual([])
    wait(30 * SECOND_MS)
    await site.instance().work()
    expect(arrived()).toEqual([`${makeNo(1)} 1`])
  })

  it('are finished by a stopping instance, and not sent again', async () => {
    await site.addEndpoint(await site.addPartner([1]))
    await site.publish([[1, { color: '蓝色' }]])
    const stopping = site.instance()
    const held = new Promise<() => void>((resolve) =>
      site.receiver.answerWith((_received, response) => resolve(() => void response.writeHead(204).end())),
    )
    const working = stopping.work()
    const answer = await held
    const closed = stopping.close()
    answer()
    await Promise.all([closed, working])
    await site.instance().work()
    expect(ids()).toHaveLength(1)
  })

  it('are released by a stopping instance whose receiver does not answer', async () => {
    await site.addEndpoint(await site.addPartner([1]))
    await site.publish([[1, { color: '蓝色' }]])
    const stopping = site.instance()
    const reached = new Promise<void>((resolve) => site.receiver.answerWith(() => resolve()))
    const working = stopping.work()
    await reached
    await stopping.close()
    await working
    answerStatus(204)
    await site.instance().work()
    expect(ids()).toHaveLength(2)
    expect(new Set(ids()).size).toBe(1)
  })

  it('wait untouched while their secret cannot be opened, e.g. after a restore without the key of the installation', async () => {
    const { id } = await site.addEndpoint(await site.addPartner([1, 2, 3]))
    await site.db.updateTable('webhook_endpoints').set({ secret_sealed: 'of another' }).where('id', '=', id).execute()
    await site.publish([1, 2, 3].map((serial) => [serial, { color: '蓝色' }] as const))
    await site.instance().work()
    expect(site.errors.splice(0)).toHaveLength(1)
    const events = await site.db.selectFrom('webhook_events').select(['attempts', 'state']).execute()
    expect(events).toEqual([1, 2, 3].map(() => ({ attempts: 0, state: 'waiting' })))
  })

  it('try an endpoint out with an event of no certificate', async () => {
    const { id } = await site.addEndpoint(await site.addPartner([]))
    await queueTest(site.db, id, site.clock.now)
    await site.instance().work()
    expect(site.receiver.received.map(({ body }) => JSON.parse(body))).toEqual([
      { type: 'test', timestamp: '2026-11-23T02:00:00.000Z', data: {} },
    ])
  })

  it('are kept for 30 days, subscriptions for 24 months after the last check', async () => {
    const partner = await site.addPartner([1])
    await site.addEndpoint(partner)
    await site.publish([[1, { color: '蓝色' }]])
    await site.instance().work()
    wait(31 * DAY_MS)
    await site.instance().sweep()
    expect(await site.db.selectFrom('webhook_attempts').selectAll().execute()).toEqual([])
    expect(await site.db.selectFrom('partner_certificates').selectAll().execute()).toHaveLength(1)
    wait(700 * DAY_MS)
    await site.publish([[1, { color: '绿色' }]])
    await site.instance().sweep()
    expect(await site.db.selectFrom('webhook_events').selectAll().execute()).toEqual([])
    expect(await site.db.selectFrom('partner_certificates').selectAll().execute()).toEqual([])
  })
})
