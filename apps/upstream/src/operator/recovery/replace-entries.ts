import { toWireDate } from '@portal/contract/time.ts'
import { addToBacklog, readWaiting } from '#log/backlog.ts'
import { sealEntry } from '#log/entry-seal.ts'
import { setPrev, toLogEntry } from '#log/log-record.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/** Rows per statement. */
const AT_ONCE = 500

/** Number of a lost entry: an entry reveals none, and the database has lost its record. */
const NO_NUMBER = ''

/** Note of a lost entry. @param at epoch ms */
const formatLostNote = (at: number) => `内容在 ${toWireDate(at)} 恢复备份时丢失`

interface Replacement {
  /** Index of the first of these entries. */
  from: number
  /** Published entries from there on. */
  entries: readonly Buffer[]
  /** Number of entries in the log now. */
  size: number
  digest: Digest
  /** Epoch ms. */
  at: number
}

/**
 * Makes the log have these entries. Entries of the database that differ were never published: they are removed, and
 * their certificates get new entries.
 * @returns the entries without content, the numbers that get new entries, and the new size of the log
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
  const keptSize = different ? different.idx : size
  const reentered = different ? await takeOut(trx, digest, keptSize) : []
  const rows = texts.slice(Math.max(0, keptSize - from)).map((entry, index) => {
    const row = { entry, certificate_no: NO_NUMBER, record_id: null }
    return { idx: keptSize + index, ...row, seal: sealEntry(digest, row), note: formatLostNote(at) }
  })
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    await trx
      .insertInto('log_entries')
      .values(rows.slice(first, first + AT_ONCE))
      .execute()
  }
  return { lost: { from: keptSize, count: rows.length }, reentered, size: Math.max(keptSize, from + entries.length) }
}

/**
 * Removes the entries from an index on. A number gets a new entry with the text of its last one, if this installation
 * has sealed that; the text in `certificates` may have been altered.
 * @returns certificates that get new entries
 */
async function takeOut(trx: Db, digest: Digest, from: number): Promise<string[]> {
  const removedEntries = await trx
    .selectFrom('log_entries as entry')
    .innerJoin('log_records as record', 'record.id', 'entry.record_id')
    .select(['entry.entry', 'entry.certificate_no', 'record.id as record_id', 'entry.seal'])
    .select(['record.prev', 'record.salt', 'record.text'])
    .where('entry.idx', '>=', from)
    .orderBy('entry.idx')
    .execute()
  await trx.deleteFrom('log_entries').where('idx', '>=', from).execute()
  const before = new Map<string, number | null>()
  const texts = new Map<string, string>()
  for (const { prev, salt, text, ...row } of removedEntries) {
    const { certificate_no, record_id } = row
    await trx.deleteFrom('log_records').where('id', '=', record_id).execute()
    // Heads of the audit log have no number; the next one is appended daily.
    if (certificate_no === NO_NUMBER) continue
    if (!before.has(certificate_no)) before.set(certificate_no, prev)
    if (sealEntry(digest, row) === row.seal && toLogEntry(salt, text) === row.entry) texts.set(certificate_no, text)
    else texts.delete(certificate_no)
  }
  for (const [certificateNo, prev] of before) {
    await trx
      .updateTable('certificates')
      // The raised revision refuses a staged import that names the removed entry.
      .set((eb) => ({ log_index: prev, revision: eb('revision', '+', 1) }))
      .where('certificate_no', '=', certificateNo)
      .execute()
    // The certificate was withdrawn while the log was stopped.
    const waiting = await readWaiting(trx, digest, certificateNo)
    const text = waiting?.text ?? texts.get(certificateNo)
    if (text === undefined) before.delete(certificateNo)
    else await addToBacklog(trx, digest, setPrev(text, prev))
  }
  return [...before.keys()]
}
