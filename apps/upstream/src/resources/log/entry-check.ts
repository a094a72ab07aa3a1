import { HASH_BYTES } from '@portal/contract/tlog/hashing.ts'
import type { Db } from '#db/open.ts'
import { LogFault } from './log-fault.ts'
import { entryOf } from './log-record.ts'

/**
 * Reads entries with the records that they were made of, and makes each again: a signature would fix a mistake for good. Entries
 * whose content was lost have no record.
 * @throws LogFault when one is missing or not that of its record
 */
export async function readNewEntries(db: Db, { from, count }: { from: number; count: number }): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('log_entries as entry')
    .leftJoin('log_records as record', 'record.id', 'entry.record_id')
    .select(['entry.idx', 'entry.entry', 'entry.record_id', 'record.salt', 'record.text'])
    .where('entry.idx', '>=', from)
    .where('entry.idx', '<', from + count)
    .orderBy('entry.idx')
    .execute()
  const entries = rows.map(({ idx, entry, record_id, salt, text }, at) => {
    const isLost = record_id === null
    const isRight = isLost || (salt !== null && text !== null && entryOf(salt, text) === entry)
    const bytes = Buffer.from(entry, 'base64')
    if (Number(idx) !== from + at || !isRight || bytes.length !== HASH_BYTES) throw new LogFault('entry', from + at)
    return bytes
  })
  if (entries.length !== count) throw new LogFault('entry', from + entries.length)
  return entries
}
