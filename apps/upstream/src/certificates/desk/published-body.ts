import { queryEntriesWithText } from '#log/entry-texts.ts'
import type { Db } from '#platform/db/open.ts'

/** Reads the text that holders of the code see; `null`: none. */
export async function readPublishedBody(db: Db, certificateNo: string): Promise<Record<string, unknown> | null> {
  const row = await queryEntriesWithText(db)
    .select('text.body')
    .where('entry.certificate_no', '=', certificateNo)
    .executeTakeFirst()
  return row?.body ? (JSON.parse(row.body) as Record<string, unknown>) : null
}
