import type { PartnerScope } from '@portal/contract/partners/partner-rules.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { DELIVERY_MAX_MS } from './post-webhook.ts'

/** The scope of partners that are notified. */
const WEBHOOKS: PartnerScope = 'webhooks'
/** An instance that was killed keeps an event from the others for so long; longer than a delivery takes. */
const TAKEN_MS = 2 * DELIVERY_MAX_MS

/** Endpoints with events that are due. */
export async function endpointsWithDue(db: Db, now: number) {
  return await db
    .selectFrom('webhook_endpoints as endpoint')
    .innerJoin('partners as partner', 'partner.id', 'endpoint.partner_id')
    .select(['endpoint.id', 'endpoint.address', 'endpoint.secret_sealed'])
    .select(['endpoint.old_secret_sealed', 'endpoint.old_secret_until'])
    .where('partner.state', '=', 'active')
    .where('partner.scopes', 'like', `%${WEBHOOKS}%`)
    .where('off_reason', 'is', null)
    .where('paused_until', '<=', now)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_events as event')
          .select('event.id')
          .whereRef('event.endpoint_id', '=', 'endpoint.id')
          .where('event.state', '=', 'waiting')
          .where('event.due_at', '<=', now)
          .where('event.taken_until', '<=', now),
      ),
    )
    .orderBy('endpoint.id')
    .execute()
}
export type DueEndpoint = Awaited<ReturnType<typeof endpointsWithDue>>[number]

/** Due events of an endpoint, of each certificate the oldest that waits: its followers must not overtake it. */
async function dueEvents(db: Db, endpointId: number, now: number, most: number) {
  return await db
    .selectFrom('webhook_events as event')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .where('taken_until', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_events as before')
            .select('before.id')
            .whereRef('before.endpoint_id', '=', 'event.endpoint_id')
            .whereRef('before.certificate_no', '=', 'event.certificate_no')
            .where('before.state', '=', 'waiting')
            .whereRef('before.id', '<', 'event.id'),
        ),
      ),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
    .execute()
}
export type DueEvent = Awaited<ReturnType<typeof dueEvents>>[number]

/** Takes due events of an endpoint, so that no other instance delivers them. */
export async function claimEvents(db: Db, endpointId: number, now: number, most: number): Promise<DueEvent[]> {
  const claimed: DueEvent[] = []
  for (const event of await dueEvents(db, endpointId, now, most)) {
    const taken = await db
      .updateTable('webhook_events')
      .set({ taken_until: now + TAKEN_MS })
      .where('id', '=', event.id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', event.attempts)
      .where('taken_until', '=', event.taken_until)
      .executeTakeFirst()
    if (taken.numUpdatedRows === 1n) claimed.push({ ...event, taken_until: now + TAKEN_MS })
  }
  return claimed
}

/** Gives an event back that was not delivered, e.g. because the server stops. */
export async function releaseEvent(db: Db, { id, taken_until }: DueEvent): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ taken_until: sql<number>`0` })
    .where('id', '=', id)
    .where('taken_until', '=', taken_until)
    .execute()
}
