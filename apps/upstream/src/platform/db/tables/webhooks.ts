import type {
  DeliveryProblem,
  DeliveryState,
  OffReason,
  WebhookEvent,
} from '@portal/contract/partners/webhook-rules.ts'
import type { Generated } from 'kysely'

/** Notifications to partners; see decision 0042. */
export interface WebhooksTables {
  /** Certificates that a partner is subscribed to, because it has checked them. */
  partner_certificates: { partner_id: number; certificate_no: string; seen_at: number }
  webhook_endpoints: {
    id: Generated<number>
    partner_id: number
    /** Has the form `https://name/…`, or `poll:` and the partner's number where the receiver polls. */
    address: string
    /** Sealed with the installation's key. */
    secret_sealed: string
    /** The previous secret, which signs too until then. */
    old_secret_sealed: string | null
    old_secret_until: number
    /** `null`: the endpoint is on. */
    off_reason: OffReason | 'removed' | null
    /** When the first failure since the last success happened; `null`: none. */
    failing_since: number | null
    /** Nothing is sent before this time. */
    paused_until: number
    /** Where the partner polls: number of the newest answer with an event that was in none before. */
    last_answer: Generated<number>
    /** Rises with each change by staff. */
    version: number
    created_at: number
  }
  /**
   * Number of events of an endpoint and certificate or order. Only transactions with the lock of the log, or of the order,
   * write it.
   */
  webhook_sequences: { endpoint_id: number; certificate_no: string; sequence: number }
  /** Queue of events. */
  webhook_events: {
    id: Generated<number>
    endpoint_id: number
    /** Number of the certificate or order, which orders the events; empty for a test. */
    certificate_no: string
    sequence: number
    /** `webhook-id` of all deliveries. */
    message_id: string
    event: WebhookEvent
    /** State of the certificate after the change; `null` for an order and a test. */
    version: number | null
    changed_on: string | null
    newer_no: string | null
    log_index: number | null
    /** What is sent; `null` where the columns of the certificate say it. */
    body: string | null
    state: DeliveryState
    /** Where the partner polls: number of the answer that first had the event. 0: none yet. */
    attempts: number
    /** When it was queued or repeated. It is given up three days later. */
    began_at: number
    /** Earliest time of the next attempt. */
    due_at: number
    created_at: number
  }
  webhook_attempts: {
    id: Generated<number>
    event_id: number
    attempted_at: number
    duration_ms: number
    status: number | null
    problem: DeliveryProblem | null
    /** First bytes of the response. */
    answer: string
  }
}
