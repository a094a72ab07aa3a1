import { WEBHOOK_MAX } from '@portal/contract/partners/webhook-rules.ts'
import {
  addWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  repeatDeliveries,
  rotateWebhook,
  switchWebhook,
  testWebhook,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@portal/contract/partners/webhooks.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute, addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { queueTest } from '#certificates/changes/queue-events.ts'
import { findTrialContent } from '#partners/lookups/sandbox.ts'
import { createDeliveryRepository } from '#partners/webhooks/delivery-repository.ts'
import { createEndpointRepository } from '#partners/webhooks/endpoint-repository.ts'
import { isPolled, toPollAddress } from '#partners/webhooks/poll-address.ts'
import { removeEndpoint } from '#partners/webhooks/removed-endpoints.ts'
import { targetFrom } from '#partners/webhooks/target.ts'
import type { Db } from '#platform/db/open.ts'
import {
  badInput,
  partnerMissing,
  savedMeanwhile,
  webhookMissing,
  webhookOff,
  webhooksNotGranted,
  webhooksUsedUp,
} from '#platform/errors.ts'
import { addRoute, ok, type RequestFor } from '#platform/http/add-route.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

type Endpoints = ReturnType<typeof createEndpointRepository>
type Endpoint = NonNullable<Awaited<ReturnType<Endpoints['find']>>>
type ListedEndpoint = Awaited<ReturnType<ReturnType<typeof createDeliveryRepository>['list']>>['events'][number]

interface Options {
  db: Db
  digest: Digest
  now: () => number
  jobs: Jobs
}

/** Routes by which owners manage the endpoints of partners and read deliveries. */
export const partnerWebhookRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, jobs } = options
  const createEndpointsIn = (of: Db) => createEndpointRepository({ db: of, digest, now })

  /** Finds an endpoint. @throws AppError for an unknown one */
  async function findEndpointIn(of: Db, id: number): Promise<Endpoint> {
    const found = await createEndpointsIn(of).find(id)
    if (!found) throw webhookMissing()
    return found
  }

  addRoute(app, listWebhooks, async ({ params }) => {
    const { name: partnerName } = await findPartnerIn(db, params.number)
    const endpoints = createEndpointsIn(db)
    const [found, certificates] = await Promise.all([
      endpoints.list(params.number),
      endpoints.subscribed(params.number),
    ])
    return ok({ partnerName, endpoints: found.map((endpoint) => toWire(endpoint, now())), certificates })
  })

  addRoute(app, listDeliveries, async ({ params, query }) => {
    await findEndpointIn(db, params.number)
    const { events, hasMore } = await createDeliveryRepository({ db, now }).list(params.number, query)
    return ok({ records: events.map(toWireDelivery), hasMore })
  })

  addManagedRoute(app, options, addWebhook, async ({ trx, request, record }) => {
    const { scopes, ...partner } = await findPartnerIn(trx, request.params.number)
    const { number } = request.params
    const address = request.body.address === null ? toPollAddress(number) : targetFrom(request.body.address.trim())
    record({ ...partner, changes: [{ member: 'address', before: null, after: toTargetWords(address) }] })
    if (!scopes.split(',').includes('webhooks')) throw webhooksNotGranted()
    const endpoints = createEndpointsIn(trx)
    await lockPartner(trx, number)
    if ((await endpoints.countEndpoints(number)) >= WEBHOOK_MAX.endpoints) throw webhooksUsedUp()
    const isTwice = isPolled(address) && (await endpoints.list(number)).some((other) => other.address === address)
    if (isTwice) throw badInput('对方已有轮询，一个合作方只能有一个')
    return ok(await endpoints.add(number, address))
  })

  const restartWaiting = async ({ body, params }: RequestFor<typeof switchWebhook>) => {
    if (body.isOn) await createEndpointsIn(db).restartWaiting(params.number)
  }

  addPreparedRoute(
    app,
    options,
    switchWebhook,
    restartWaiting,
    async ({ trx, request, record, runAfterwards: afterwards }) => {
      const { isOn, version } = request.body
      const before = await findEndpointIn(trx, request.params.number)
      const changes = [{ member: 'isOn', before: String(before.off_reason === null), after: String(isOn) }]
      record({ ...toEndpointSubject(before), changes })
      if (!(await createEndpointsIn(trx).switch(before.id, version, isOn))) {
        throw savedMeanwhile({ ...toWire(await findEndpointIn(trx, before.id), now()) })
      }
      if (isOn) afterwards(() => jobs.runSoon('webhookDelivery'))
      return ok(null)
    },
  )

  addManagedRoute(app, options, removeWebhook, async ({ trx, request, record }) => {
    const before = await findEndpointIn(trx, request.params.number)
    record({
      ...toEndpointSubject(before),
      changes: [{ member: 'address', before: toTargetWords(before.address), after: null }],
    })
    await removeEndpoint(trx, before.id, now())
    return ok(null)
  })

  addManagedRoute(app, options, rotateWebhook, async ({ trx, request, record }) => {
    const before = await findEndpointIn(trx, request.params.number)
    record(toEndpointSubject(before))
    const secret = await createEndpointsIn(trx).rotate(before, request.body.version)
    if (secret === undefined) throw savedMeanwhile({ ...toWire(await findEndpointIn(trx, before.id), now()) })
    return ok({ secret })
  })

  addManagedRoute(app, options, testWebhook, async ({ trx, request, record, runAfterwards: afterwards }) => {
    const endpoint = await findEndpointIn(trx, request.params.number)
    record(toEndpointSubject(endpoint))
    if (endpoint.off_reason !== null) throw webhookOff()
    await queueTest(trx, endpoint.id, now(), findTrialContent(request.body.event))
    afterwards(() => jobs.runSoon('webhookDelivery'))
    return ok(null)
  })

  const repeatEvents = async ({ body, params }: RequestFor<typeof repeatDeliveries>) => {
    const endpoint = await findEndpointIn(db, params.number)
    if (endpoint.off_reason !== null) throw webhookOff()
    return { endpoint, count: await createDeliveryRepository({ db, now }).repeat(endpoint.id, body) }
  }

  addPreparedRoute(
    app,
    options,
    repeatDeliveries,
    repeatEvents,
    async ({ request, prepared, record, runAfterwards: afterwards }) => {
      const { from, to } = request.body
      const { endpoint, count } = prepared
      record({ ...toEndpointSubject(endpoint), changes: [{ member: 'events', before: null, after: `${from}-${to}` }] })
      afterwards(() => jobs.runSoon('webhookDelivery'))
      return ok({ count })
    },
  )
}

/** Locks a partner for the rest of the transaction, so that concurrent calls do not exceed its number of endpoints. */
async function lockPartner(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('partners')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .execute()
}

/** Finds a partner. @throws AppError for an unknown one */
async function findPartnerIn(db: Db, id: number) {
  const found = await db.selectFrom('partners').select(['name', 'scopes']).where('id', '=', id).executeTakeFirst()
  if (!found) throw partnerMissing()
  return { kind: 'partner', id: String(id), ...found } as const
}

/** Writes where notifications go, for the audit log. */
const toTargetWords = (address: string) => (isPolled(address) ? '轮询' : address)

const toEndpointSubject = ({ partner_id, partner_name }: Endpoint) =>
  ({ kind: 'partner', id: String(partner_id), name: partner_name }) as const

function toWire(endpoint: Endpoint, now: number): WebhookEndpoint {
  const { failing_since, paused_until, old_secret_until } = endpoint
  const toFutureTime = (at: number) => (at > now ? toWireDateTime(at) : null)
  return {
    number: endpoint.id,
    address: isPolled(endpoint.address) ? null : endpoint.address,
    offReason: endpoint.off_reason,
    failingTime: failing_since === null ? null : toWireDateTime(failing_since),
    pausedTime: toFutureTime(paused_until),
    oldSecretTime: toFutureTime(old_secret_until),
    waiting: Number(endpoint.waiting),
    version: endpoint.version,
    createTime: toWireDateTime(endpoint.created_at),
  }
}

function toWireDelivery({ attempts, ...event }: ListedEndpoint): WebhookDelivery {
  return {
    number: event.id,
    messageId: event.message_id,
    event: event.event,
    sequence: event.sequence,
    certificateNo: event.certificate_no || null,
    state: event.state,
    createTime: toWireDateTime(event.created_at),
    nextTime: event.state === 'waiting' ? toWireDateTime(event.due_at) : null,
    attempts: attempts.map(({ id, attempted_at, duration_ms, status, problem, answer }) => ({
      number: id,
      time: toWireDateTime(attempted_at),
      durationMs: duration_ms,
      status,
      problem,
      answer,
    })),
  }
}
