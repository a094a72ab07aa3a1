import type { Db } from '#platform/db/open.ts'

/** Queries numbers (`entry`) with their newest text (`text`), whose columns are null while none was published. */
export const queryEntriesWithText = (db: Db) =>
  db
    .selectFrom('certificates as entry')
    .leftJoin('certificate_versions as text', (join) =>
      join
        .onRef('text.certificate_no', '=', 'entry.certificate_no')
        .onRef('text.version', '=', 'entry.version')
        .onRef('text.import_id', '=', 'entry.body_import_id'),
    )
