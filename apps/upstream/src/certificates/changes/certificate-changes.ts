import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { NoticeKind } from '#platform/db/tables/keeping.ts'

interface Change {
  certificateNo: string
  version: number
  kind: NoticeKind
  newerNo?: string
}

/**
 * Adds the notice of a change to the outbox: one row for any number of members who saved the certificate.
 * @param trx the transaction that publishes the change
 */
export async function noteChange(trx: Db, { certificateNo, version, kind, newerNo }: Change, at: number) {
  await trx
    .insertInto('certificate_notices')
    .values({
      certificate_no: certificateNo,
      version,
      kind,
      newer_no: newerNo ?? null,
      created_at: at,
      notified_to: '',
      is_done: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Numbers of an import after one and up to another. */
export interface ImportedPart {
  after: string
  end: string
  now: number
}

/** The changes of published certificates in a part of an import, before it is published; no first publications. */
export function importedChanges(trx: Db, importId: number, { after, end }: ImportedPart) {
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
 * Notes the changes of a part of an import, before it is published: of kept numbers alone, as an import changes up to a
 * million.
 */
export async function noteImported(trx: Db, importId: number, part: ImportedPart): Promise<void> {
  await trx
    .insertInto('certificate_notices')
    .columns(['certificate_no', 'version', 'kind', 'newer_no', 'created_at', 'notified_to', 'is_done'])
    .expression(
      importedChanges(trx, importId, part)
        .select([sql<number>`cast(${part.now} as bigint)`.as('created_at'), sql<string>`''`.as('notified_to')])
        .select(sql<number>`0`.as('is_done'))
        .where((where) =>
          where.exists(
            where
              .selectFrom('kept_certificates as kept')
              .select('kept.user_id')
              .whereRef('kept.certificate_no', '=', 'staged.certificate_no'),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
