import { HOUR_MS } from '@portal/contract/constants.ts'
import { type OffReason, OLD_SECRET_HOURS } from '@portal/contract/partners/webhook-rules.ts'
import { isNotRemoved, SUBSCRIBED_MS } from '#certificates/changes/queue-events.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { createEndpointSecrets } from './endpoint-secrets.ts'
import { newSecret } from './signing.ts'

/** Events that one statement writes. */
const PART = 1000

interface Options {
  db: Db
  digest: Digest
  now: () => number
}

/** Endpoints of partners, as staff keep them. */
export function createEndpointRepository({ db, digest, now }: Options) {
  const secrets = createEndpointSecrets(digest)

  const endpoints = () =>
    db
      .selectFrom('webhook_endpoints as endpoint')
      .innerJoin('partners as partner', 'partner.id', 'endpoint.partner_id')
      .select(['endpoint.id', 'endpoint.address', 'endpoint.off_reason', 'endpoint.failing_since'])
      .select(['endpoint.paused_until', 'endpoint.old_secret_until', 'endpoint.version', 'endpoint.created_at'])
      .select(['endpoint.secret_sealed', 'endpoint.partner_id', 'partner.name as partner_name'])
      .select((eb) =>
        eb
          .selectFrom('webhook_events as event')
          .select((of) => of.fn.countAll<number>().as('waiting'))
          .whereRef('event.endpoint_id', '=', 'endpoint.id')
          .where('event.state', '=', 'waiting')
          .as('waiting'),
      )
      .where(isNotRemoved)
      .$narrowType<{ off_reason: OffReason | null }>()

  async function makeDue(events: readonly number[]): Promise<void> {
    if (events.length === 0) return
    await db
      .updateTable('webhook_events')
      .set({ attempts: 0, due_at: now() })
      .where('id', 'in', [...events])
      .where('state', '=', 'waiting')
      .execute()
  }

  return {
    list: (partnerId: number) => endpoints().where('partner_id', '=', partnerId).orderBy('endpoint.id').execute(),

    find: (id: number) => endpoints().where('endpoint.id', '=', id).executeTakeFirst(),

    countEndpoints: (partnerId: number) =>
      countRows(db.selectFrom('webhook_endpoints').where('partner_id', '=', partnerId).where(isNotRemoved)),

    /** Certificates that the partner is notified of. */
    subscribed: (partnerId: number) =>
      countRows(
        db
          .selectFrom('partner_certificates')
          .where('partner_id', '=', partnerId)
          .where('seen_at', '>=', now() - SUBSCRIBED_MS),
      ),

    async add(partnerId: number, address: string): Promise<{ number: number; secret: string }> {
      const secret = newSecret()
      const sealed = { secret_sealed: secrets.seal(secret, address), old_secret_until: 0 }
      const { id } = await db
        .insertInto('webhook_endpoints')
        .values({ partner_id: partnerId, address, ...sealed, paused_until: 0, version: 1, created_at: now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { number: id, secret }
    },

    /** @returns the new secret; `undefined` when another editor has changed the endpoint */
    async rotate(
      { id, address, secret_sealed }: { id: number; address: string; secret_sealed: string },
      version: number,
    ): Promise<string | undefined> {
      const secret = newSecret()
      const rotated = await db
        .updateTable('webhook_endpoints')
        .set({
          secret_sealed: secrets.seal(secret, address),
          old_secret_sealed: secret_sealed,
          version: version + 1,
          old_secret_until: now() + OLD_SECRET_HOURS * HOUR_MS,
        })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      return rotated.numUpdatedRows === 1n ? secret : undefined
    },

    /**
     * Lets what waits begin its three days anew, before an endpoint is switched on. In parts: up to a million events may wait, more
     * than one statement can write in its time.
     */
    async restartWaiting(id: number): Promise<void> {
      for (let last = 0; ; ) {
        const events = db.selectFrom('webhook_events').select(['id', 'state', 'attempts', 'due_at'])
        const part = await events
          .where('endpoint_id', '=', id)
          .where('id', '>', last)
          .orderBy('id')
          .limit(PART)
          .execute()
        const end = part.at(-1)?.id
        if (end === undefined) return
        const tried = part.filter((event) => event.state === 'waiting' && (event.attempts > 0 || event.due_at > now()))
        await makeDue(tried.map((event) => event.id))
        last = end
      }
    },

    /** @returns whether nobody else changed the endpoint */
    async switch(id: number, version: number, isOn: boolean): Promise<boolean> {
      const off = isOn ? null : ('staff' as const)
      const switched = await db
        .updateTable('webhook_endpoints')
        .set({ off_reason: off, failing_since: null, paused_until: 0, version: version + 1 })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      return switched.numUpdatedRows === 1n
    },
  }
}
