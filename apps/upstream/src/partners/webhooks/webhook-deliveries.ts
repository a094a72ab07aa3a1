import { DAY_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { EVENT_DAYS } from '@portal/contract/partners/webhook-rules.ts'
import type { Db } from '#platform/db/open.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { INTERNET, type Internet } from '#platform/net/internet.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { type DueEndpoint, type DueEvent, listDueEndpoints, listDueEvents, readDueEndpoint } from './due-events.ts'
import { createEndpointSecrets } from './endpoint-secrets.ts'
import { eventBody } from './event-body.ts'
import { DELIVERY_MAX_MS, postWebhook } from './post-webhook.ts'
import { settleDelivery } from './settle-delivery.ts'
import { signedHeaders } from './signing.ts'
import { sweepSubscriptions } from './subscriptions.ts'

/** Endpoints to which an instance delivers at the same time. */
const ENDPOINTS_AT_ONCE = 32
/** Deliveries to an endpoint at the same time. */
const EVENTS_AT_ONCE = 4
/** An endpoint with more events than this takes lets others have their turn. */
const TURN_MS = 10 * SECOND_MS
/** Time for deliveries that are under way when this instance stops: an interrupted one is repeated by another. */
const STOP_MS = 4 * SECOND_MS
/** After an error of ours. */
const RETRY_MS = 30 * SECOND_MS
/** Rows that one statement deletes. */
const SWEEP_PIECE = 1000

interface Options {
  db: Db
  now: () => number
  digest: Digest
  /** Tests have their own. */
  internet?: Internet | undefined
  /** 0 to 1, for the jitter of retries. */
  random?: () => number
  /** Shorter in tests only. */
  stopMs?: number
}

/**
 * Delivers queued events, at least once each and in order for an endpoint and certificate. An endpoint with due events is a
 * job; what a killed instance was delivering is delivered again under the same id.
 */
export function createWebhookDeliveries(options: Options) {
  const { db, now, digest, internet = INTERNET, random = Math.random, stopMs = STOP_MS } = options
  const secrets = createEndpointSecrets(digest)

  async function deliver(endpoint: DueEndpoint, event: DueEvent, signal: AbortSignal): Promise<void> {
    const attemptedAt = now()
    const body = eventBody(event)
    const outcome = await postWebhook(endpoint.address, {
      headers: signedHeaders({ id: event.message_id, body, at: attemptedAt }, secrets.open(endpoint, attemptedAt)),
      body,
      internet,
      signal,
    })
    await settleDelivery(db, event, outcome, { attemptedAt, now: now(), random: random() })
  }

  const handler: JobHandler = {
    async find(at) {
      const refs: string[] = []
      for (const endpointId of await listDueEndpoints(db, at)) {
        // All that is due may follow an event that waits.
        const next = await listDueEvents(db, { endpointId, now: at, but: [], most: 1 })
        if (next.length > 0) refs.push(String(endpointId))
      }
      return refs
    },
    async run({ ref }, lease) {
      const turnEnd = now() + TURN_MS
      const running = new Map<number, Promise<void>>()
      const failed = new Map<number, Error>()
      const stopping = new AbortController()
      const stop = () => void setTimeout(() => stopping.abort(lease.signal.reason), stopMs).unref()
      lease.signal.addEventListener('abort', stop)

      async function startDue(): Promise<void> {
        const most = EVENTS_AT_ONCE - running.size
        const endpoint = now() < turnEnd ? await readDueEndpoint(db, Number(ref), now()) : undefined
        if (!endpoint) return
        // Fails before anything is tried when there is no usable secret: each delivery would fail anew.
        secrets.open(endpoint, now())
        const but = [...running.keys(), ...failed.keys()]
        for (const event of await listDueEvents(db, { endpointId: endpoint.id, now: now(), but, most })) {
          const delivery = deliver(endpoint, event, stopping.signal)
            .catch((error: Error) => void failed.set(event.id, error))
            .then(() => void running.delete(event.id))
          running.set(event.id, delivery)
        }
      }

      try {
        for (;;) {
          await startDue()
          if (running.size === 0) break
          await Promise.race(running.values())
          await lease.renew(db, true)
        }
      } finally {
        await Promise.all(running.values())
        lease.signal.removeEventListener('abort', stop)
      }
      const [error] = failed.values()
      if (error) throw error
    },
    leaseMs: 2 * DELIVERY_MAX_MS,
    retryAfterMs: () => RETRY_MS,
    atOnce: ENDPOINTS_AT_ONCE,
  }

  return {
    ...handler,
    /** Deletes old events with their deliveries, and ended subscriptions. */
    async sweep(): Promise<void> {
      await sweepSubscriptions(db, now())
      for (;;) {
        const old = db
          .selectFrom('webhook_events')
          .select('id')
          .where('created_at', '<', now() - EVENT_DAYS * DAY_MS)
          .limit(SWEEP_PIECE)
        const deleted = await db.deleteFrom('webhook_events').where('id', 'in', old).executeTakeFirst()
        if (deleted.numDeletedRows < BigInt(SWEEP_PIECE)) return
      }
    },
  }
}
