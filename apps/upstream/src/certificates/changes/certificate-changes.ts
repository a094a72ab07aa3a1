import type { JobKind } from '@portal/contract/site/job-rules.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { NoticeKind } from '#platform/db/tables/saved.ts'
import { addJob } from '#platform/jobs/job-rows.ts'

interface Change {
  certificateNo: string
  version: number
  kind: NoticeKind
  newerNo?: string
}

/**
 * Stores a change and the job that notifies the members who saved the certificate: one row each for any number of members.
 * @param trx the transaction that publishes the change
 */
export async function noteChange(trx: Db, { certificateNo, version, kind, newerNo }: Change, at: number) {
  const noted = await trx
    .insertInto('certificate_notices')
    .values({
      certificate_no: certificateNo,
      version,
      kind,
      newer_no: newerNo ?? null,
      created_at: at,
      notified_to: '',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (noted) await addJob(trx, { kind: 'savedCertificateNotice', ref: String(noted.id), dueAt: at })
}

/** A part of an import: the numbers after one and up to another. */
export interface ImportedPart {
  after: string
  end: string
  now: number
}

/**
 * Queries the changes of published certificates in a part of an import, before it is published, without first
 * publications.
 */
export function queryImportedChanges(trx: Db, importId: number, { after, end }: ImportedPart) {
  const kind = sql<NoticeKind>`case
    when staged.state = 'reissued' then 'reissue'
    when staged.state = 'withdrawn' then 'withdrawal'
    when staged.state = 'published' then 'correction' end`
  return trx
    .selectFrom('certificate_staging as staged')
    .innerJoin('certificates as entry', 'entry.certificate_no', 'staged.certificate_no')
    .select(['staged.certificate_no', 'staged.version', kind.as('kind'), 'staged.newer_no'])
    .where('staged.import_id', '=', importId)
    .where('staged.certificate_no', '>', after)
    .where('staged.certificate_no', '<=', end)
    .where('staged.change', '=', 'corrected')
    .where('entry.state', '=', 'published')
    .where('staged.state', 'in', ['published', 'reissued', 'withdrawn'])
    .where((where) =>
      where.or([where('staged.state', '!=', 'published'), where('staged.version', '>', where.ref('entry.version'))]),
    )
}

/**
 * Stores the changes of a part of an import, before it is published. Only saved numbers are stored, because an import
 * changes up to a million.
 */
export async function noteImported(trx: Db, importId: number, part: ImportedPart): Promise<void> {
  const notices = trx.selectFrom('certificate_notices')
  const { last } = await notices.select((eb) => eb.fn.max('id').as('last')).executeTakeFirstOrThrow()
  await trx
    .insertInto('certificate_notices')
    .columns(['certificate_no', 'version', 'kind', 'newer_no', 'created_at', 'notified_to'])
    .expression(
      queryImportedChanges(trx, importId, part)
        .select([sql<number>`cast(${part.now} as bigint)`.as('created_at'), sql<string>`''`.as('notified_to')])
        .where((where) =>
          where.exists(
            where
              .selectFrom('saved_certificates as kept')
              .select('kept.user_id')
              .whereRef('kept.certificate_no', '=', 'staged.certificate_no'),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .insertInto('jobs')
    .columns(['kind', 'ref', 'due_at'])
    .expression(
      notices
        .select([
          sql<JobKind>`'savedCertificateNotice'`.as('kind'),
          sql<string>`cast(id as text)`.as('ref'),
          'created_at',
        ])
        .where('id', '>', Number(last ?? 0)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
