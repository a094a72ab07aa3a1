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
 * Acknowledges what a partner was answered up to `after`, and answers what waits for it, in order for each certificate. Only
 * what was answered is acknowledged: an event that another instance commits late, under a smaller number, follows.
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
    const at = now()
    const events = await listDueEvents(trx, { endpointId: endpoint.id, now: at, but: [], most: WEBHOOK_MAX.polled })
    await noteAnswered(
      trx,
      events.map(({ id }) => id),
    )
    const secrets = createEndpointSecrets(digest).open(endpoint, at)
    const records = events.map((event) => {
      const body = eventBody(event)
      return { number: event.id, headers: signedHeaders({ id: event.message_id, body, at }, secrets), body }
    })
    const next = records.length === 0 ? after : Math.max(...records.map(({ number }) => number))
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
    .returning(['id', 'address', 'off_reason', 'secret_sealed', 'old_secret_sealed', 'old_secret_until'])
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
  if (after === 0) return
  const first = await waitingEvents(trx, endpointId).select('attempts').limit(ANSWERED_AMONG).execute()
  const answered = first.filter(({ id, attempts }) => attempts > 0 && id <= after).map(({ id }) => id)
  if (answered.length === 0) return
  await trx.updateTable('webhook_events').set({ state: 'delivered' }).where('id', 'in', answered).execute()
}

async function noteAnswered(trx: Db, events: readonly number[]): Promise<void> {
  if (events.length === 0) return
  await trx
    .updateTable('webhook_events')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
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
