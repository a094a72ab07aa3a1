import type { WebhookEvent } from '@portal/contract/partners/webhook-rules.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'

type EventRow = Pick<
  Selectable<Tables['webhook_events']>,
  'event' | 'certificate_no' | 'version' | 'changed_on' | 'newer_no' | 'sequence' | 'log_index' | 'created_at' | 'body'
>

const STATE_OF: Partial<Record<WebhookEvent, string>> = {
  'certificate.corrected': 'valid',
  'certificate.withdrawn': 'withdrawn',
  'certificate.reissued': 'reissued',
}

/**
 * Body of an event, the same at each delivery: the whole state of the certificate or order after the change, without anything
 * that needs a check code. JSON, in UTF-8; that of a certificate is far below 20 kB.
 */
export function eventBody({ event, created_at, body, ...row }: EventRow): string {
  if (body !== null) return body
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
