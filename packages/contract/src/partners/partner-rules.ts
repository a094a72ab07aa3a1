/** Rules of partners. The module loads no schemas, because web imports it. */

/** Access of the calls of partners, whose key upstream checks. */
export const byPartner = { access: 'public', reachedBy: 'partner' } as const

/** Calls that a partner may make. */
export const PARTNER_SCOPES = ['check', 'webhooks', 'orders'] as const
export type PartnerScope = (typeof PARTNER_SCOPES)[number]

/** `disabled`: its keys are refused until it is enabled again. */
export const PARTNER_STATES = ['active', 'disabled'] as const
export type PartnerState = (typeof PARTNER_STATES)[number]

export const PARTNER_MAX = {
  name: 40,
  email: 100,
  /** Maximum number of address ranges. */
  addresses: 20,
  /** Maximum number of pairs in a day. */
  dailyQuota: 1_000_000,
  partners: 200,
  /** Number of days in the statistics of use. */
  days: 30,
} as const

/** Maximum numbers of orders and of their items that a partner announces in a day. */
export const ORDERS_A_DAY = 200
export const ITEMS_A_DAY = 5000

/** Maximum number of pairs in one call. */
export const PAIRS_MAX = 100

/** Maximum length of a number that is answered as it was sent. */
export const ECHO_MAX = 40

/** Faults of a pair, which is then neither looked up nor counted. */
export const PAIR_FAULTS = {
  pairMalformed: '这一项不是写成文字的编号和核对码，没有查询，也没有计数',
  numberMalformed: '证书编号的格式不正确，没有查询，也没有计数',
  codeMalformed: '核对码的格式不正确，没有查询，也没有计数',
} as const
export type PairFault = keyof typeof PAIR_FAULTS

/** Maximum number of keys of one partner and kind that are valid at the same time. */
export const LIVE_KEYS_MAX = 2

/** Times for which the old key can stay valid after a rotation, hours. */
export const OVERLAP_HOURS = [24, 72, 168] as const

/**
 * Maximum number of unknown pairs that a partner may send in a day: a tenth of its quota, at least 200. Further calls are refused
 * until the next day.
 * At the maximum quota a stolen key guesses 100,000 codes a day, of 31⁶ = 887 million for each number.
 */
export function computeUnknownLimit(dailyQuota: number): number {
  return Math.max(200, Math.floor(dailyQuota / 10))
}
