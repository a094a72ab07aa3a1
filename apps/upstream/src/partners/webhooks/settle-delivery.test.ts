import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeMessageId } from '#certificates/changes/queue-events.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeWebhookSite } from '#testing/webhook-site.ts'
import { settleDelivery, WOKEN_AT_ONCE } from './settle-delivery.ts'

const SUCCESS = { status: 204, problem: null, answer: '', retryAfter: null, durationMs: 1 }

describeDatabases('a receiver that is back after an outage', (make) => {
  let site: Awaited<ReturnType<typeof makeWebhookSite>>
  beforeEach(async () => {
    site = await makeWebhookSite(make)
  })
  afterEach(() => site.close())

  it('gets everything, a part with each success', async () => {
    const { db, clock } = site
    const { id } = await site.addEndpoint(await site.addPartner([]))
    await db
      .updateTable('webhook_endpoints')
      .set({ failing_since: clock.now - HOUR_MS })
      .execute()
    const events = Array.from({ length: WOKEN_AT_ONCE + 10 }, (_none, nth) => ({
      endpoint_id: id,
      certificate_no: makeCertificateNo('20261103', nth + 1),
      sequence: 1,
      version: 2,
      message_id: makeMessageId(),
      event: 'certificate.corrected' as const,
      changed_on: '2026-11-23',
      state: 'waiting' as const,
      attempts: 1,
      began_at: clock.now - HOUR_MS,
      due_at: clock.now + HOUR_MS,
      created_at: clock.now - HOUR_MS,
    }))
    await db.insertInto('webhook_events').values(events).execute()
    const [first, second] = await db.selectFrom('webhook_events').selectAll().orderBy('id').limit(2).execute()
    const succeed = (event = first) =>
      event && settleDelivery(db, event, SUCCESS, { attemptedAt: clock.now, now: clock.now, random: 0 })
    const later = async () => {
      const waiting = db.selectFrom('webhook_events').select('id').where('state', '=', 'waiting')
      return (await waiting.where('due_at', '>', clock.now).execute()).length
    }
    const failingSince = async () =>
      (await db.selectFrom('webhook_endpoints').select('failing_since').executeTakeFirst())?.failing_since

    await succeed(first)
    expect(await later()).toBe(9)
    expect(await failingSince()).not.toBeNull()
    await succeed(second)
    expect([await later(), await failingSince()]).toEqual([0, null])
  })
})
