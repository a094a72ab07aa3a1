/** Rules of webhooks. The module loads no schemas, because web imports it. */

/** Events of a certificate, of a partner's order, and the event that tests an endpoint. */
export const WEBHOOK_EVENTS = {
  'certificate.corrected': '更正',
  'certificate.withdrawn': '撤销',
  'certificate.reissued': '换发',
  'order.received': '收样',
  'order.ready': '样品可领',
  'order.returned': '样品交还',
  test: '测试',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

/** Events that staff send to try an endpoint: one without content, and examples about numbers of the sandbox. */
export const TRIAL_EVENTS = ['test', 'certificate.reissued', 'certificate.withdrawn', 'order.ready'] as const
export type TrialEvent = (typeof TRIAL_EVENTS)[number]

/** Reason why a delivery got no answer. `private`: the host name leads to an address that is not public. */
export const DELIVERY_PROBLEMS = ['private', 'name', 'certificate', 'connection', 'timeout'] as const
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number]

/** States of an event. `failed`: given up after three days; it can be repeated. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Reason why an endpoint is off. `staff`: switched off by hand. `gone`: it answered 410. `failing`: it failed for three days. */
export const OFF_REASONS = ['staff', 'gone', 'failing'] as const
export type OffReason = (typeof OFF_REASONS)[number]

export const WEBHOOK_MAX = {
  /** Maximum length of an address, in characters. */
  address: 500,
  /** Maximum number of endpoints of a partner. */
  endpoints: 5,
  /** Page size of the list of deliveries. */
  deliveries: 50,
  /** Most deliveries of one answer to a partner that polls. */
  polled: 100,
} as const

/** Days for which events and their deliveries are stored. */
export const EVENT_DAYS = 30
/** Time for which the old secret also signs after a rotation. */
export const OLD_SECRET_HOURS = 24
