import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { WebhookEvent } from '@portal/contract/partners/webhook-rules.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { NoticeKind } from '#platform/db/tables/saved.ts'
import type { Tables } from '#platform/db/tables.ts'
import { type ImportedPart, queryImportedChanges } from './certificate-changes.ts'

/** How long a partner stays subscribed to a certificate after its last check of it: 24 months. */
export const SUBSCRIBED_MS = 730 * DAY_MS
/** Reason of an endpoint that staff have removed. Its events are deleted in pieces, and then the endpoint. */
export const REMOVED = 'removed'
const MESSAGE_ID_BYTES = 16
/** Rows per statement: an import changes up to a million certificates. */
const PIECE = 500

const EVENT_OF: Record<NoticeKind, WebhookEvent> = {
  correction: 'certificate.corrected',
  withdrawal: 'certificate.withdrawn',
  reissue: 'certificate.reissued',
}
const KIND_OF = { published: 'correction', withdrawn: 'withdrawal', reissued: 'reissue' } as const

/** Condition for endpoints that are not removed, in a query of `webhook_endpoints` as `endpoint` or by its own name. */
export const isNotRemoved = () => sql<boolean>`(off_reason is null or off_reason <> ${sql.lit(REMOVED)})`

/** Makes the `webhook-id` of a new event, which all its deliveries share. */
export const makeMessageId = () => `msg_${randomBytes(MESSAGE_ID_BYTES).toString('base64url')}`

interface ChangedCertificate {
  endpoint_id: number
  certificate_no: string
  kind: NoticeKind
  version: number
  changed_on: string | null
  newer_no: string | null
  log_index: number | null
}

/**
 * Queues the events of a changed certificate, with its new state, for the endpoints of its subscribers.
 * @param trx the transaction of the change, as its last part: the lock of the log orders it with other changes
 */
export async function queueWebhooks(trx: Db, certificateNo: string, now: number): Promise<void> {
  const rows = await trx
    .selectFrom('certificates as entry')
    .innerJoin('partner_certificates as seen', 'seen.certificate_no', 'entry.certificate_no')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.partner_id', 'seen.partner_id')
    .select(['endpoint.id as endpoint_id', 'entry.certificate_no', 'entry.state', 'entry.version'])
    .select(['entry.changed_on', 'entry.newer_no', 'entry.log_index'])
    .where('entry.certificate_no', '=', certificateNo)
    .where('seen.seen_at', '>=', now - SUBSCRIBED_MS)
    .where(isNotRemoved)
    .execute()
  const changed = rows.flatMap(({ state, ...row }) =>
    state === 'draft' || state === 'examination' ? [] : [{ ...row, kind: KIND_OF[state] }],
  )
  await queue(trx, changed, now)
}

/** Queues the events of a part of an import, before it is published. `setLogIndexes` follows. */
export async function queueImported(trx: Db, importId: number, part: ImportedPart): Promise<void> {
  for (let [no, id] = [part.after, Number.MAX_SAFE_INTEGER]; ; ) {
    const rows = await queryImportedChanges(trx, importId, part)
      .innerJoin('partner_certificates as seen', 'seen.certificate_no', 'staged.certificate_no')
      .innerJoin('webhook_endpoints as endpoint', 'endpoint.partner_id', 'seen.partner_id')
      .select(['endpoint.id as endpoint_id', 'staged.changed_on'])
      .select(sql<number | null>`null`.as('log_index'))
      .where('seen.seen_at', '>=', part.now - SUBSCRIBED_MS)
      .where(isNotRemoved)
      .where((eb) =>
        eb.or([
          eb('staged.certificate_no', '>', no),
          eb.and([eb('staged.certificate_no', '=', no), eb('endpoint.id', '>', id)]),
        ]),
      )
      .orderBy('staged.certificate_no')
      .orderBy('endpoint.id')
      .limit(PIECE)
      .execute()
    await queue(trx, rows, part.now)
    const last = rows.at(-1)
    if (!last || rows.length < PIECE) return
    ;[no, id] = [last.certificate_no, last.endpoint_id]
  }
}

/**
 * Adds the log index to the events of an import once its certificates have one.
 * @param now the instant of the import
 */
export async function setLogIndexes(trx: Db, now: number): Promise<void> {
  await trx
    .updateTable('webhook_events')
    .set((eb) => ({
      log_index: eb
        .selectFrom('certificates as entry')
        .select('entry.log_index')
        .whereRef('entry.certificate_no', '=', 'webhook_events.certificate_no'),
    }))
    .where('created_at', '=', now)
    .where('log_index', 'is', null)
    .where('event', '!=', 'test')
    .execute()
}

async function queue(trx: Db, changed: readonly ChangedCertificate[], now: number): Promise<void> {
  if (changed.length === 0) return
  const numbered = await takeSequences(trx, changed)
  const sequences = new Map(numbered.map((row) => [`${row.endpoint_id} ${row.certificate_no}`, row.sequence]))
  const events = changed.map(({ kind, changed_on, ...rest }) => ({
    ...makeEvent(rest.endpoint_id, now),
    ...rest,
    event: EVENT_OF[kind],
    // A published certificate has no day of change; a correction happens today.
    changed_on: (kind === 'correction' ? null : changed_on) ?? toWireDate(now),
    sequence: sequences.get(`${rest.endpoint_id} ${rest.certificate_no}`) ?? 1,
  }))
  await trx.insertInto('webhook_events').values(events).execute()
}

/**
 * Takes the next numbers of events.
 * @param targets each an endpoint with the number of a certificate or order
 */
export async function takeSequences(
  trx: Db,
  targets: readonly { endpoint_id: number; certificate_no: string }[],
): Promise<Selectable<Tables['webhook_sequences']>[]> {
  return await trx
    .insertInto('webhook_sequences')
    .values(targets.map(({ endpoint_id, certificate_no }) => ({ endpoint_id, certificate_no, sequence: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['endpoint_id', 'certificate_no'])
        .doUpdateSet((eb) => ({ sequence: eb('webhook_sequences.sequence', '+', 1) })),
    )
    .returning(['endpoint_id', 'certificate_no', 'sequence'])
    .execute()
}

/** Content of an event about no certificate, or about a sample. */
type TrialContent = Pick<
  Insertable<Tables['webhook_events']>,
  'event' | 'certificate_no' | 'sequence' | 'version' | 'changed_on' | 'newer_no' | 'log_index' | 'body'
>

const TEST: TrialContent = {
  event: 'test',
  certificate_no: '',
  sequence: 0,
  version: null,
  changed_on: null,
  newer_no: null,
  log_index: null,
  body: null,
}

/** Queues an event that tries an endpoint, by default one without content. */
export async function queueTest(trx: Db, endpointId: number, now: number, content = TEST): Promise<void> {
  await trx
    .insertInto('webhook_events')
    .values({ ...makeEvent(endpointId, now), ...content })
    .execute()
}

export const makeEvent = (endpointId: number, now: number) => ({
  endpoint_id: endpointId,
  message_id: makeMessageId(),
  state: 'waiting' as const,
  attempts: 0,
  began_at: now,
  due_at: now,
  created_at: now,
})
