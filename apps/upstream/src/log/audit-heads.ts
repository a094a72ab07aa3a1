import { toCanonicalJson } from '@portal/contract/certificates/certificate-receipt.ts'
import type { AuditWriter } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { lockLog, setLogSize } from './append.ts'
import { sealEntry } from './entry-seal.ts'
import { computeHmacSha256, makeSalt } from './log-hmac.ts'
import { toLogEntry } from './log-record.ts'

/** The end of the audit log on a day, as an entry of the public log states it. */
export interface AuditHead {
  /** `yyyy-MM-dd`. */
  day: string
  /** Number of entries of the audit log. */
  entries: number
  /** Hash of the last entry. */
  head: string
}

/** A head of the audit log belongs to no certificate. */
const NO_NUMBER = ''
/** Format of the text: `{"day","entries","head","kind":"audit"}`, serialised by RFC 8785. */
const FORMAT = 1

const queryRecords = (db: Db) => db.selectFrom('log_records as record').where('record.certificate_no', '=', NO_NUMBER)

/** Appends the end of the audit log, at most once a day, by any instance. @throws AppError when the log was stopped */
export async function appendAuditHead(trx: Db, head: AuditHead, { digest, now }: AuditWriter): Promise<void> {
  const idx = await lockLog(trx)
  const last = await queryRecords(trx).select('text').orderBy('record.id', 'desc').limit(1).executeTakeFirst()
  if (last && (JSON.parse(last.text) as AuditHead).day === head.day) return
  const text = toCanonicalJson({ ...head, kind: 'audit' })
  const salt = makeSalt()
  const { id } = await trx
    .insertInto('log_records')
    .values({
      certificate_no: NO_NUMBER,
      version: 0,
      kind: 'audit',
      prev: null,
      salt: salt.toString('base64'),
      format: FORMAT,
      text,
      note: null,
      import_id: 0,
      made_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { entry: computeHmacSha256(salt, text), certificate_no: NO_NUMBER, record_id: id }
  await trx
    .insertInto('log_entries')
    .values({ idx, ...row, seal: sealEntry(digest, row) })
    .execute()
  await setLogSize(trx, idx + 1)
}

/**
 * Reads the audit heads in the public log from an index on. A head whose text was changed gets an empty hash, which
 * matches none.
 */
export async function readAuditHeads(db: Db, from: number): Promise<AuditHead[]> {
  const rows = await queryRecords(db)
    .innerJoin('log_entries as entry', 'entry.record_id', 'record.id')
    .select(['record.text', 'record.salt', 'entry.entry'])
    .where('entry.idx', '>=', from)
    .execute()
  return rows.map(({ text, salt, entry }) => {
    const head = JSON.parse(text) as AuditHead
    return toLogEntry(salt, text) === entry ? head : { ...head, head: '' }
  })
}
