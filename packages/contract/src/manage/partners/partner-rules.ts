/** Rules of partners. No schema weight: web imports it. */

/** Calls that a partner may make. */
export const PARTNER_SCOPES = ['check', 'webhooks'] as const
export type PartnerScope = (typeof PARTNER_SCOPES)[number]

/** `disabled`: its keys are refused until it is enabled again. */
export const PARTNER_STATES = ['active', 'disabled'] as const
export type PartnerState = (typeof PARTNER_STATES)[number]

export const PARTNER_MAX = {
  name: 40,
  email: 100,
  /** Ranges of addresses. */
  addresses: 20,
  /** Pairs a day. */
  dailyQuota: 1_000_000,
  partners: 200,
  /** Days of use that are shown. */
  days: 30,
} as const

/** Pairs of one call. */
export const PAIRS_MAX = 100

/** Of one partner and kind that answer at the same time. */
export const LIVE_KEYS_MAX = 2

/** For how long the old key stays valid after a rotation. */
export const OVERLAP_HOURS = [24, 72, 168] as const

/**
 * How many unknown pairs a partner may send on a day: a tenth of its quota, at least 200. After that its calls are refused until
 * the next day.
 * With the greatest quota a stolen key guesses 100,000 codes a day, of 31⁶ = 887 million for each number.
 */
export function unknownLimit(dailyQuota: number): number {
  return Math.max(200, Math.floor(dailyQuota / 10))
}
