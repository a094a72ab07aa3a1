import type { PartnerScope } from '@portal/contract/partners/partner-rules.ts'
import type { Db } from '#platform/db/open.ts'

/** The scope of partners that are notified. */
const WEBHOOKS: PartnerScope = 'webhooks'

/** Endpoints in use with an address and events that are due. */
const dueEndpoints = (db: Db, now: number) =>
  db
    .selectFrom('webhook_endpoints as endpoint')
    .innerJoin('partners as partner', 'partner.id', 'endpoint.partner_id')
    .select(['endpoint.id', 'endpoint.address', 'endpoint.secret_sealed'])
    .select(['endpoint.old_secret_sealed', 'endpoint.old_secret_until'])
    .where('partner.state', '=', 'active')
    .where('partner.scopes', 'like', `%${WEBHOOKS}%`)
    .where('off_reason', 'is', null)
    .where('endpoint.address', 'like', 'https:%')
    .where('paused_until', '<=', now)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_events as event')
          .select('event.id')
          .whereRef('event.endpoint_id', '=', 'endpoint.id')
          .where('event.state', '=', 'waiting')
          .where('event.due_at', '<=', now),
      ),
    )

/** Reads the ids of endpoints to which something is to be delivered. */
export async function listDueEndpoints(db: Db, now: number): Promise<number[]> {
  return (await dueEndpoints(db, now).orderBy('endpoint.id').execute()).map(({ id }) => id)
}

/** @returns `undefined` while nothing is to be delivered to the endpoint */
export async function readDueEndpoint(db: Db, id: number, now: number) {
  return await dueEndpoints(db, now).where('endpoint.id', '=', id).executeTakeFirst()
}
export type DueEndpoint = NonNullable<Awaited<ReturnType<typeof readDueEndpoint>>>

interface Wanted {
  endpointId: number
  now: number
  /** Events that are under way. */
  but: readonly number[]
  most: number
}

/** Due events of an endpoint. Only the oldest of a certificate is returned: its followers must not overtake it. */
export async function listDueEvents(db: Db, { endpointId, now, but, most }: Wanted) {
  let events = db
    .selectFrom('webhook_events as event')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
  if (but.length > 0) events = events.where('id', 'not in', [...but])
  return await events
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
export type DueEvent = Awaited<ReturnType<typeof listDueEvents>>[number]
