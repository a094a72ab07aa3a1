import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type {
  ItemOutcome,
  ItemPlace,
  ItemWork,
  MassAlarm,
  OrderPriority,
  OrderState,
  WayBack,
  WayIn,
} from '@portal/contract/orders/order-rules.ts'
import type { Generated } from 'kysely'

/** Orders (送检). */
export interface OrdersTables {
  /** Last serial number of each day, `yyyymmdd`. */
  order_counters: { day: string; serial: number }
  orders: {
    order_no: string
    /** Member who announced it; `null`: a visitor, or an erased account. */
    user_id: string | null
    customer_name: string
    phone: string
    email: string | null
    source: 'site' | 'counter' | 'batch' | 'partner'
    /** Partner that announced it by a program, and its own number of the order, which is unique for the partner. */
    partner_id: number | null
    reference: string | null
    /** Newest event of a partner's order. Rises in the order of the commits, so that lists of changes miss none. */
    last_event: number | null
    way_in: WayIn
    way_back: WayBack
    address: string | null
    /** JSON array of names. */
    collectors: string
    priority: OrderPriority
    /** Conditions that the customer accepted, as they were. */
    terms: string
    state: OrderState
    /** `yyyy-MM-dd`: latest due day of its items. */
    due_on: string | null
    total_cents: number
    /** Sums of the payments that count. */
    paid_cents: Generated<number>
    billed_cents: Generated<number>
    is_disputed: Generated<number>
    /** When personal data was removed. */
    erased_at: number | null
    /** Digest of the query code. */
    code_hash: string
    /** Digest of the pick-up code, and the code sealed for the customer; `null` until the order is ready. */
    pickup_hash: string | null
    pickup_sealed: string | null
    pickup_until: number | null
    /** Digest of the idempotency key of the form. */
    ref_hash: string
    carrier: string | null
    tracking_no: string | null
    revision: number
    created_at: number
    received_at: number | null
    ready_at: number | null
    closed_at: number | null
  }
  order_items: {
    sample_no: string
    order_no: string
    /** Number within the order, from 1. */
    item: number
    stated_name: string
    category: CertificateCategory
    count: number
    /** JSON array. */
    service_codes: string
    stated_mass_g: string | null
    declared_cents: number | null
    care: string | null
    reference: string | null
    work: ItemWork
    place: ItemPlace
    /** 1: a question to the customer is open. */
    is_held: number
    outcome: ItemOutcome | null
    /** Account that has it; `null` unless `place` is `person`. */
    holder_id: string | null
    tray: string | null
    /** Masses as read from the balances, and the divisions of these, g. */
    mass_in_g: string | null
    division_in_g: string | null
    mass_out_g: string | null
    division_out_g: string | null
    /** JSON array of `ConditionMark`. */
    marks: string
    note: string | null
    /** A hand-out beyond the tolerance, and the account that weighed. */
    alarm: MassAlarm | null
    alarm_by: string | null
    working_days: number
    received_at: number | null
    due_on: string | null
    asked_at: number | null
    certificate_no: string | null
    revision: number
  }
  order_fees: {
    id: Generated<number>
    order_no: string
    item: number | null
    code: string
    name: string
    units: number
    cents: number
  }
  order_pictures: {
    name: string
    sample_no: string
    /** Hex. */
    sha256: string
    bytes: number
    user_id: string | null
    /** 1: an event of the custody chain names it. */
    is_used: number
    /** Place within the sample, from 0. */
    place: number
    created_at: number
  }
  /** Custody chain. Rows are only added. `sha256` covers the other members and stands in the audit log, too. */
  order_events: {
    id: Generated<number>
    order_no: string
    sample_no: string | null
    kind: string
    at: number
    /** Account of the person. It is no foreign key, because events outlive accounts. */
    by_id: string | null
    by_name: string
    /** JSON object. */
    detail: string
    sha256: string
  }
}
