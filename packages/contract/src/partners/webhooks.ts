import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullable, nullableNumber, nullableString, numericId } from '../shapes.ts'
import {
  DELIVERY_PROBLEMS,
  DELIVERY_STATES,
  type DeliveryProblem,
  type DeliveryState,
  OFF_REASONS,
  type OffReason,
  TRIAL_EVENTS,
  type TrialEvent,
  WEBHOOK_EVENTS,
  WEBHOOK_MAX,
  type WebhookEvent,
} from './webhook-rules.ts'

/** Ours: endpoints of partners, which receive notifications of changed certificates and orders (Standard Webhooks). */

const ofOwner = { access: 'staff', duties: ['owner'] } as const
const byNumber = Type.Object({ number: numericId })
const version = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const state = Type.Unsafe<DeliveryState>({ type: 'string', enum: [...DELIVERY_STATES] })

export const WebhookEndpoint = Type.Object({
  number: numericId,
  /** `null`: the receiver polls. */
  address: nullableString,
  /** `null`: the endpoint is on. */
  offReason: nullable(Type.Unsafe<OffReason>({ type: 'string', enum: [...OFF_REASONS] })),
  /** Time of the first failure since the last success. */
  failingTime: nullableString,
  /** End of a pause that the receiver requested. */
  pausedTime: nullableString,
  /** End of the time in which the previous secret also signs. */
  oldSecretTime: nullableString,
  /** Number of events that are not delivered yet. */
  waiting: Type.Integer(),
  version,
  createTime: Type.String(),
})
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

export const listWebhooks = defineCall('GET /v1/manage/partners/{number}/webhooks', {
  ...ofOwner,
  summary: 'Ours: endpoints of a partner, and how many certificates it is notified of',
  params: byNumber,
  data: Type.Object({
    partnerName: Type.String(),
    endpoints: Type.Array(WebhookEndpoint),
    certificates: Type.Integer(),
  }),
})

/** Secret, which is shown only once; `whsec_` and base64. */
const secret = Type.String()

export const addWebhook = defineCall('POST /v1/manage/partners/{number}/webhooks', {
  ...ofOwner,
  fresh: true,
  audit: 'webhook.add',
  summary: 'Ours: adds an endpoint of a partner; its secret is shown this once',
  params: byNumber,
  body: Type.Object({
    /** `null`: the receiver polls; one endpoint of a partner may. */
    address: nullable(
      Type.String({ minLength: 1, maxLength: WEBHOOK_MAX.address, examples: ['https://shop.example.cn/hooks'] }),
    ),
  }),
  data: Type.Object({ number: numericId, secret }),
})

export const switchWebhook = defineCall('PUT /v1/manage/webhooks/{number}', {
  ...ofOwner,
  audit: 'webhook.switch',
  summary: 'Ours: switches an endpoint on or off; what waits is delivered once it is on',
  params: byNumber,
  body: Type.Object({ isOn: Type.Boolean(), version }),
  data: nothing,
})

export const removeWebhook = defineCall('DELETE /v1/manage/webhooks/{number}', {
  ...ofOwner,
  fresh: true,
  audit: 'webhook.remove',
  summary: 'Ours: removes an endpoint with its deliveries',
  params: byNumber,
  data: nothing,
})

export const rotateWebhook = defineCall('POST /v1/manage/webhooks/{number}/secret', {
  ...ofOwner,
  fresh: true,
  audit: 'webhook.rotate',
  summary: 'Ours: gives an endpoint a new secret, shown this once; the old one signs too for 24 hours',
  params: byNumber,
  body: Type.Object({ version }),
  data: Type.Object({ secret }),
})

export const testWebhook = defineCall('POST /v1/manage/webhooks/{number}/test', {
  ...ofOwner,
  audit: 'webhook.test',
  summary: 'Ours: sends a test to an endpoint, or the example of an event about a number of the sandbox',
  params: byNumber,
  body: Type.Object({ event: Type.Unsafe<TrialEvent>({ type: 'string', enum: [...TRIAL_EVENTS] }) }),
  data: nothing,
})

const Attempt = Type.Object({
  number: numericId,
  time: Type.String(),
  durationMs: Type.Integer(),
  /** `null`: no answer. */
  status: nullableNumber,
  problem: nullable(Type.Unsafe<DeliveryProblem>({ type: 'string', enum: [...DELIVERY_PROBLEMS] })),
  /** First characters of the answer. */
  answer: Type.String(),
})

export const WebhookDelivery = Type.Object({
  number: numericId,
  messageId: Type.String(),
  event: Type.Unsafe<WebhookEvent>({ type: 'string', enum: Object.keys(WEBHOOK_EVENTS) }),
  /** Number of the certificate or order; `null`: a test. */
  certificateNo: nullableString,
  /** Running number of the event among those of the same certificate or order at this endpoint, from 1. */
  sequence: Type.Integer(),
  state,
  createTime: Type.String(),
  /** Time of the next attempt; `null`: none is planned. */
  nextTime: nullableString,
  /** Last 10 attempts, newest first. */
  attempts: Type.Array(Attempt),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const listDeliveries = defineCall('GET /v1/manage/webhooks/{number}/deliveries', {
  ...ofOwner,
  summary: 'Ours: events of an endpoint with their deliveries, newest first',
  params: byNumber,
  query: Type.Object({
    state: Type.Optional(state),
    /** Number of the last event of the previous page. */
    after: Type.Optional(numericId),
  }),
  data: Type.Object({ records: Type.Array(WebhookDelivery), hasMore: Type.Boolean() }),
})

export const repeatDeliveries = defineCall('POST /v1/manage/webhooks/{number}/repeat', {
  ...ofOwner,
  audit: 'webhook.repeat',
  summary: 'Ours: delivers the events from one to another again at once, under their ids',
  params: byNumber,
  body: Type.Object({
    from: numericId,
    to: numericId,
    /** Only events in this state. */
    state: Type.Optional(state),
  }),
  data: Type.Object({ count: Type.Integer() }),
})

export const webhookCalls = [
  listWebhooks,
  addWebhook,
  switchWebhook,
  removeWebhook,
  rotateWebhook,
  testWebhook,
  listDeliveries,
  repeatDeliveries,
] as const
