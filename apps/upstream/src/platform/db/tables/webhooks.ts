import type {
  DeliveryProblem,
  DeliveryState,
  OffReason,
  WebhookEvent,
} from '@portal/contract/partners/webhook-rules.ts'
import type { Generated } from 'kysely'

/** Notifications of partners; see decision 0042. */
export interface WebhooksTables {
  /** Certificates that a partner has checked, to which it is subscribed thereby. */
  partner_certificates: { partner_id: number; certificate_no: string; seen_at: number }
  webhook_endpoints: {
    id: Generated<number>
    partner_id: number
    /** `https://name/…` */
    address: string
    /** Sealed with the installation's key. */
    secret_sealed: string
    /** The secret before, which signs too until then. */
    old_secret_sealed: string | null
    old_secret_until: number
    /** `null`: it is on. */
    off_reason: OffReason | 'removed' | null
    /** When the first of the failures since the last success was; `null`: none. */
    failing_since: number | null
    /** Nothing is sent before. */
    paused_until: number
    /** Rises with each change by staff. */
    version: number
    created_at: number
  }
  /** Events so far of an endpoint and certificate. Written by publishing transactions alone, which the log's lock orders. */
  webhook_sequences: { endpoint_id: number; certificate_no: string; sequence: number }
  /** The queue. */
  webhook_events: {
    id: Generated<number>
    endpoint_id: number
    /** Empty: a test. */
    certificate_no: string
    sequence: number
    /** `webhook-id` of all deliveries. */
    message_id: string
    event: WebhookEvent
    /** State of the certificate after the change; `null`: a test. */
    version: number | null
    changed_on: string | null
    newer_no: string | null
    log_index: number | null
    state: DeliveryState
    attempts: number
    /** When it was queued, or repeated: three days later it is given up. */
    began_at: number
    /** No attempt before. */
    due_at: number
    /** No other instance delivers it before. */
    taken_until: number
    created_at: number
  }
  webhook_attempts: {
    id: Generated<number>
    event_id: number
    attempted_at: number
    duration_ms: number
    status: number | null
    problem: DeliveryProblem | null
    /** First bytes of the answer. */
    answer: string
  }
}
