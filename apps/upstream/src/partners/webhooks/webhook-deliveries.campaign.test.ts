import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { expect, it } from 'vitest'
import { makeMessageId } from '#certificates/changes/queue-events.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeNo, makeWebhookSite } from '#testing/webhook-site.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const EVENTS = 4_000
/** Length of each certificate's sequence. */
const ROW = 10
const PIECE = 1_000
/** Above what an empty queue needs, while all of it waits and is delivered. */
const HEAP_MAX_BYTES = 40 * 1024 * 1024

describeDatabases('a queue of many waiting webhooks', (make) => {
  it('is delivered in order by two instances, with flat memory', { timeout: 5 * MINUTE_MS }, async () => {
    const site = await makeWebhookSite(make)
    const endpoints = [
      await site.addEndpoint(await site.addPartner([])),
      await site.addEndpoint(await site.addPartner([]), 'https://other.example/in'),
    ]
    const events = Array.from({ length: EVENTS }, (_none, nth) => ({
      endpoint_id: endpoints[nth % 2]?.id ?? 0,
      certificate_no: makeNo(1 + Math.floor(nth / 2 / ROW)),
      sequence: 1 + (Math.floor(nth / 2) % ROW),
      message_id: makeMessageId(),
      version: 2,
      attempts: 0,
      event: 'certificate.corrected' as const,
      changed_on: '2026-11-23',
      state: 'waiting' as const,
      began_at: site.clock.now,
      due_at: site.clock.now,
      created_at: site.clock.now,
    }))
    for (let from = 0; from < EVENTS; from += PIECE) {
      await site.db.insertInto('webhook_events').values(events.splice(0, PIECE)).execute()
    }
    // Sequence numbers by host and certificate, instead of what the receiver would keep.
    const last = new Map<string, number>()
    let [arrived, disordered, highest] = [0, 0, 0]
    site.receiver.answerWith(({ body, headers }, response) => {
      site.receiver.received.splice(0)
      const { certificateNo, sequence } = JSON.parse(body).data
      const key = `${headers.host} ${certificateNo}`
      if (sequence !== (last.get(key) ?? 0) + 1) disordered += 1
      last.set(key, sequence)
      arrived += 1
      if (arrived % (EVENTS / 10) === 0) highest = Math.max(highest, heapNow())
      response.writeHead(204).end()
    })
    const before = heapNow()
    const instances = [site.instance(), site.instance()]
    await Promise.all(instances.map((instance) => instance.work()))
    expect({ arrived, disordered, errors: site.errors }).toEqual({ arrived: EVENTS, disordered: 0, errors: [] })
    expect(highest - before).toBeLessThan(HEAP_MAX_BYTES)
    await site.close()
  })
})

function heapNow(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
