import type { PartnerState } from '@portal/contract/partners/partner-rules.ts'
import type { Generated } from 'kysely'

/** Companies whose programs check certificates; see decision 0041. */
export interface PartnersTables {
  partners: {
    id: Generated<number>
    name: string
    contact_email: string
    /** `check`, `webhooks`, `orders`, joined by commas. */
    scopes: string
    /** Maximum pairs a day. */
    daily_quota: number
    /** Address ranges that its requests may come from, one a line; empty: any. */
    addresses: string
    state: PartnerState
    /** Rises with each change by staff. */
    version: number
    created_at: number
  }
  partner_keys: {
    id: Generated<number>
    partner_id: number
    /** SHA-256 of the key, hex. */
    key_hash: string
    /** Last four characters of the key. */
    last_four: string
    /** 1: calls with this key return samples only. */
    is_test: number
    created_at: number
    /** End of the overlap after a rotation; `null`: none. */
    ends_at: number | null
    revoked_at: number | null
    /** In UTC+8, `yyyy-MM-dd`. */
    last_used_day: string | null
  }
  /** Number of pairs of a partner on a day (UTC+8), by result. */
  partner_days: {
    partner_id: number
    day: string
    /** Pairs counted against the quota. */
    taken: Generated<number>
    valid: Generated<number>
    reissued: Generated<number>
    withdrawn: Generated<number>
    examination: Generated<number>
    mismatch: Generated<number>
    unknown: Generated<number>
    malformed: Generated<number>
    /** Pairs that were refused because a quota was used up. */
    refused: Generated<number>
    /** When staff were notified of many unknown pairs. */
    alarmed_at: number | null
  }
}
