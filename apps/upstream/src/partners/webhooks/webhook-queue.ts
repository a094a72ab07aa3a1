import { DAY_MS } from '@portal/contract/constants.ts'
import { EVENT_DAYS } from '@portal/contract/partners/webhook-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { INTERNET, type Internet } from '#platform/net/internet.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { createEndpointSecrets } from './endpoint-secrets.ts'
import { eventBody } from './event-body.ts'
import { claimEvents, type DueEndpoint, type DueEvent, endpointsWithDue, releaseEvent } from './event-claims.ts'
import { postWebhook } from './post-webhook.ts'
import { settleDelivery } from './settle-delivery.ts'
import { signedHeaders } from './signing.ts'
import { sweepSubscriptions } from './subscriptions.ts'

/** Deliveries at the same time, of this instance. */
const AT_ONCE = 32
const AT_ONCE_OF_ENDPOINT = 4
/** Rows that one statement deletes. */
const SWEEP_PIECE = 1000

export interface WebhookQueueOptions {
  db: Db
  now: () => number
  digest: Digest
  onError: (error: Error) => void
  /** Tests have their own. */
  internet?: Internet | undefined
  /** 0 to 1, for the jitter of retries. */
  random?: () => number
}

export type WebhookQueue = ReturnType<typeof createWebhookQueue>

/**
 * Delivers queued events, at least once each and in order for an endpoint and certificate. Any number of instances work on
 * the queue of one database; an event that a killed one had taken is delivered again under the same id.
 */
export function createWebhookQueue(options: WebhookQueueOptions) {
  const { db, now, digest, onError, internet = INTERNET, random = Math.random } = options
  const secrets = createEndpointSecrets(digest)
  const stopping = new AbortController()
  const deliveries = new Set<Promise<void>>()
  /** Numbers of running deliveries, in all and by endpoint. */
  let running = 0
  const runningCounts = new Map<number, number>()

  async function deliver(endpoint: DueEndpoint, event: DueEvent): Promise<void> {
    const attemptedAt = now()
    const body = eventBody(event)
    const outcome = await postWebhook(endpoint.address, {
      headers: signedHeaders({ id: event.message_id, body, at: attemptedAt }, secrets.open(endpoint, attemptedAt)),
      body,
      internet,
      signal: stopping.signal,
    })
    await settleDelivery(db, event, outcome, { attemptedAt, now: now(), random: random() })
  }

  const runningNow = (endpointId: number) => runningCounts.get(endpointId) ?? 0

  function count(endpointId: number, difference: 1 | -1): void {
    running += difference
    const ofEndpoint = runningNow(endpointId) + difference
    if (ofEndpoint > 0) runningCounts.set(endpointId, ofEndpoint)
    else runningCounts.delete(endpointId)
  }

  /** Runs a delivery; its end starts further ones. After an error it is tried again when its claim is over. */
  function start(endpoint: DueEndpoint, event: DueEvent): void {
    count(endpoint.id, 1)
    const delivery: Promise<void> = deliver(endpoint, event)
      .catch(async (error: Error) => {
        if (stopping.signal.aborted) await releaseEvent(db, event)
        else onError(error)
      })
      .catch(onError)
      .then(() => {
        count(endpoint.id, -1)
        return fill()
      })
      .finally(() => deliveries.delete(delivery))
    deliveries.add(delivery)
  }

  /** Returns whether the endpoint has a usable secret: otherwise its events are not claimed, because each would fail anew. */
  function canSign(endpoint: DueEndpoint): boolean {
    try {
      secrets.open(endpoint, now())
      return true
    } catch (error) {
      onError(error as Error)
      return false
    }
  }

  async function fillNow(): Promise<void> {
    if (stopping.signal.aborted || running >= AT_ONCE) return
    // Idle ones first: a few slow receivers with long queues must not take every place that gets free.
    const due = (await endpointsWithDue(db, now())).sort((one, other) => runningNow(one.id) - runningNow(other.id))
    for (const endpoint of due) {
      const most = Math.min(AT_ONCE - running, AT_ONCE_OF_ENDPOINT - runningNow(endpoint.id))
      if (most <= 0 || !canSign(endpoint)) continue
      for (const event of await claimEvents(db, endpoint.id, now(), most)) start(endpoint, event)
    }
  }

  let filling: Promise<void> = Promise.resolve()
  /** Starts what is due, one search after the other. */
  function fill(): Promise<void> {
    filling = filling.then(fillNow).catch(onError)
    return filling
  }

  /** Delivers what is due, and what becomes due meanwhile. */
  async function work(): Promise<void> {
    await fill()
    while (deliveries.size > 0) await Promise.all(deliveries)
  }

  return {
    work,
    /** Starts what is due without making the caller wait. */
    workSoon: () => void fill(),
    /** Ends running deliveries, which are made again later. */
    async close(): Promise<void> {
      stopping.abort(new Error('the server stops'))
      await filling
      await Promise.all(deliveries)
    },
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
