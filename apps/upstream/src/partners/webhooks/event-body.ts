import type { WebhookEvent } from '@portal/contract/partners/webhook-rules.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'

type EventRow = Pick<
  Selectable<Tables['webhook_events']>,
  'event' | 'certificate_no' | 'version' | 'changed_on' | 'newer_no' | 'sequence' | 'log_index' | 'created_at'
>

const STATE_OF: Partial<Record<WebhookEvent, string>> = {
  'certificate.corrected': 'valid',
  'certificate.withdrawn': 'withdrawn',
  'certificate.reissued': 'reissued',
}

/**
 * Body of an event, the same at each delivery: the certificate's whole state after the change, without anything that needs
 * its check code. JSON, in UTF-8 far below 20 kB.
 */
export function eventBody({ event, created_at, ...row }: EventRow): string {
  const data = {
    certificateNo: row.certificate_no,
    version: row.version,
    state: STATE_OF[event],
    changedOn: row.changed_on,
    newerNo: row.newer_no,
    sequence: row.sequence,
    logIndex: row.log_index,
  }
  return JSON.stringify({
    type: event,
    timestamp: new Date(created_at).toISOString(),
    data: event === 'test' ? {} : data,
  })
}
