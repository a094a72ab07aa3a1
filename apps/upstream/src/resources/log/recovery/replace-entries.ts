import { toWireDate } from '@portal/contract/time.ts'
import type { Db } from '#db/open.ts'
import type { Digest } from '#instance-secret.ts'
import { addToBacklog } from '../backlog.ts'
import { sealEntry } from '../entry-seal.ts'

/** Rows that are written with one statement. */
const AT_ONCE = 500

/** An entry reveals no number, and the database has lost its record. */
const NO_NUMBER = ''

/** @param at epoch ms */
const lostNote = (at: number) => `内容在 ${toWireDate(at)} 恢复备份时丢失`

interface Replacement {
  /** Index of the first of these entries. */
  from: number
  /** As they were published. */
  entries: readonly Buffer[]
  /** Entries of the log now. */
  size: number
  digest: Digest
  /** Epoch ms. */
  at: number
}

/**
 * Makes the log have these entries. Entries of the database that differ were never published: they are taken out, and their
 * certificates enter anew.
 * @returns the entries that came back without content, the numbers that enter anew, and the size of the log then
 */
export async function replaceEntries(
  trx: Db,
  { from, entries, size, digest, at }: Replacement,
): Promise<{ lost: { from: number; count: number }; reentered: string[]; size: number }> {
  const texts = entries.map((entry) => entry.toString('base64'))
  const stored = await trx
    .selectFrom('log_entries')
    .select(['idx', 'entry'])
    .where('idx', '>=', from)
    .where('idx', '<', from + entries.length)
    .orderBy('idx')
    .execute()
  const different = stored.find(({ idx, entry }) => texts[idx - from] !== entry)
  const kept = different ? different.idx : size
  const reentered = different ? await takeOut(trx, kept) : []
  const rows = texts.slice(Math.max(0, kept - from)).map((entry, index) => {
    const row = { entry, certificate_no: NO_NUMBER, record_id: null }
    return { idx: kept + index, ...row, seal: sealEntry(digest, row), note: lostNote(at) }
  })
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    await trx
      .insertInto('log_entries')
      .values(rows.slice(first, first + AT_ONCE))
      .execute()
  }
  return { lost: { from: kept, count: rows.length }, reentered, size: Math.max(kept, from + entries.length) }
}

/** Takes out the entries from an index on. @returns certificates that must enter anew */
async function takeOut(trx: Db, from: number): Promise<string[]> {
  const gone = await trx
    .selectFrom('log_entries as entry')
    .innerJoin('log_records as record', 'record.id', 'entry.record_id')
    .select(['record.id', 'record.certificate_no as certificateNo', 'record.prev'])
    .where('entry.idx', '>=', from)
    .orderBy('entry.idx')
    .execute()
  await trx.deleteFrom('log_entries').where('idx', '>=', from).execute()
  const before = new Map<string, number | null>()
  for (const { id, certificateNo, prev } of gone) {
    // Heads of the audit log have no number, and enter anew by themselves.
    if (certificateNo !== '' && !before.has(certificateNo)) before.set(certificateNo, prev)
    await trx.deleteFrom('log_records').where('id', '=', id).execute()
  }
  for (const [certificateNo, prev] of before) {
    await trx
      .updateTable('certificates')
      // A staged import that names the entry that is gone is refused.
      .set((eb) => ({ log_index: prev, revision: eb('revision', '+', 1) }))
      .where('certificate_no', '=', certificateNo)
      .execute()
  }
  await addToBacklog(trx, [...before.keys()])
  return [...before.keys()]
}
