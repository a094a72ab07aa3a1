import type { PolledDelivery } from '@portal/contract/partners/partner-calls.ts'
import { WEBHOOK_MAX } from '@portal/contract/partners/webhook-rules.ts'
import { isNotRemoved } from '#certificates/changes/queue-events.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { listDueEvents } from './due-events.ts'
import { createEndpointSecrets } from './endpoint-secrets.ts'
import { eventBody } from './event-body.ts'
import { toPollAddress } from './poll-address.ts'
import { signedHeaders } from './signing.ts'

/** Waiting events among which those that were answered before are searched: they come first. */
const ANSWERED_AMONG = 1000

interface Options {
  db: Db
  digest: Digest
  now: () => number
}

/**
 * Acknowledges the answers up to number `after`, and answers what waits, in order for each certificate. Numbers are of answers and not
 * of events, so that the answer with an event that became visible late, or was repeated, can be lost without the event.
 * @returns `undefined` when no endpoint of the partner polls, or staff have switched it off
 */
export async function pollDeliveries(
  { db, digest, now }: Options,
  partnerId: number,
  after: number,
): Promise<{ records: PolledDelivery[]; next: number; hasMore: boolean } | undefined> {
  return await db.transaction().execute(async (trx) => {
    const endpoint = await lockPolled(trx, partnerId)
    if (!endpoint || endpoint.off_reason !== null) return undefined
    await acknowledge(trx, endpoint.id, after)
    const number = Math.max(endpoint.last_answer, after) + 1
    const at = now()
    const events = await listDueEvents(trx, { endpointId: endpoint.id, now: at, but: [], most: WEBHOOK_MAX.polled })
    const fresh = events.filter(({ attempts }) => attempts === 0).map(({ id }) => id)
    await numberAnswer(trx, endpoint.id, fresh, number)
    const secrets = createEndpointSecrets(digest).open(endpoint, at)
    const records = events.map((event) => {
      const body = eventBody(event)
      const headers = signedHeaders({ id: event.message_id, body, at }, secrets)
      return { number: event.attempts || number, headers, body }
    })
    const next = Math.max(after, ...records.map((record) => record.number))
    return { records, next, hasMore: await hasOthers(trx, endpoint.id, records.length) }
  })
}

/** Locks the endpoint for the rest of the transaction, so that two calls are answered one after the other. */
async function lockPolled(trx: Db, partnerId: number) {
  return await trx
    .updateTable('webhook_endpoints')
    .set((eb) => ({ paused_until: eb.ref('paused_until') }))
    .where('partner_id', '=', partnerId)
    .where('address', '=', toPollAddress(partnerId))
    .where(isNotRemoved)
    .returning(['id', 'address', 'off_reason', 'last_answer', 'secret_sealed', 'old_secret_sealed', 'old_secret_until'])
    .executeTakeFirst()
}

const waitingEvents = (trx: Db, endpointId: number) =>
  trx
    .selectFrom('webhook_events')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .orderBy('due_at')
    .orderBy('id')

async function acknowledge(trx: Db, endpointId: number, after: number): Promise<void> {
  const first = await waitingEvents(trx, endpointId).select('attempts').limit(ANSWERED_AMONG).execute()
  const arrived = first.filter(({ attempts }) => attempts > 0 && attempts <= after).map(({ id }) => id)
  if (arrived.length === 0) return
  await trx.updateTable('webhook_events').set({ state: 'delivered' }).where('id', 'in', arrived).execute()
}

/**
 * Numbers an answer with new events. The number is stored, because a late copy of an old request names a smaller `after` than the
 * partner has acknowledged, and an event with a number below that one would count as received.
 */
async function numberAnswer(trx: Db, endpointId: number, events: readonly number[], number: number): Promise<void> {
  if (events.length === 0) return
  await trx.updateTable('webhook_endpoints').set({ last_answer: number }).where('id', '=', endpointId).execute()
  await trx
    .updateTable('webhook_events')
    .set({ attempts: number })
    .where('id', 'in', [...events])
    .execute()
}

/** Whether more waits than was answered: later events of the same certificates too. */
async function hasOthers(trx: Db, endpointId: number, answered: number): Promise<boolean> {
  const waiting = await waitingEvents(trx, endpointId)
    .limit(answered + 1)
    .execute()
  return waiting.length > answered
}
