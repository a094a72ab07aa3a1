import type { Db } from '#db/open.ts'

/** The text that holders of the code see; `null`: none. */
export async function publishedBody(db: Db, certificateNo: string): Promise<Record<string, unknown> | null> {
  const row = await db
    .selectFrom('certificates as entry')
    .innerJoin('certificate_versions as text', (join) =>
      join
        .onRef('text.certificate_no', '=', 'entry.certificate_no')
        .onRef('text.version', '=', 'entry.version')
        .onRef('text.import_id', '=', 'entry.body_import_id'),
    )
    .select('text.body')
    .where('entry.certificate_no', '=', certificateNo)
    .executeTakeFirst()
  return row ? (JSON.parse(row.body) as Record<string, unknown>) : null
}
