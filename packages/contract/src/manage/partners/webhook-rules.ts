/** Rules of webhooks. No schema weight: web imports it. */

/** Events of a certificate, and the one that tries an endpoint out. */
export const WEBHOOK_EVENTS = {
  'certificate.corrected': '更正',
  'certificate.withdrawn': '撤销',
  'certificate.reissued': '换发',
  test: '测试',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

/** Why a delivery got no answer. `private`: the name leads to an address that is not public. */
export const DELIVERY_PROBLEMS = ['private', 'name', 'certificate', 'connection', 'timeout'] as const
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number]

/** Of an event. `failed`: given up after three days; it can be repeated. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Why nothing is sent to an endpoint: `staff` switched it off, it answered 410, or it failed for three days. */
export const OFF_REASONS = ['staff', 'gone', 'failing'] as const
export type OffReason = (typeof OFF_REASONS)[number]

export const WEBHOOK_MAX = {
  /** Characters of an address. */
  address: 500,
  /** Endpoints of a partner. */
  endpoints: 5,
  /** Of a list. */
  deliveries: 50,
} as const

/** Events, deliveries included, are kept so long. */
export const EVENT_DAYS = 30
/** After a rotation the old secret signs too for so long. */
export const OLD_SECRET_HOURS = 24
