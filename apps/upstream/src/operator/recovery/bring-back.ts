import type { LoggedKind } from '@portal/contract/certificates/logged-text.ts'
import { DESK_IMPORT } from '#certificates/desk/pending-changes.ts'
import { addToBacklog, readWaiting } from '#log/backlog.ts'
import { sealEntry } from '#log/entry-seal.ts'
import { setPrev } from '#log/log-record.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { bringCertificate, listLostNumber } from './bring-certificate.ts'
import type { FormerDatabase, FormerEntry } from './former-database.ts'
import { findVerifiedSteps, type Step } from './verified-steps.ts'

/**
 * Note of an entry that was a head of the audit log before a recovery. Its record was lost, because the audit log was
 * restored too.
 */
const HEAD_NOTE = '操作记录的当日摘要，已随操作记录退回'

/** A certificate whose newest entries were missing in the restored backup. */
export interface ReturnedCertificate {
  certificateNo: string
  /** Content of its newest entry; `null` when it is lost. */
  newest: { kind: LoggedKind; version: number } | null
}

/** Consecutive entries. */
interface Span {
  from: number
  count: number
}

export interface BringBackResult {
  returned: ReturnedCertificate[]
  /** Entries that could be assigned to no number. */
  unknown: Span[]
}

interface Options {
  former: FormerDatabase
  digest: Digest
  /** Entries that were appended without content. */
  lost: Span
  /** Epoch ms. */
  at: number
}

/**
 * Assigns entries that were appended without content to their numbers, and recovers the published certificates from the
 * database that the restore has replaced. An entry belongs to the number that its seal names there; a text belongs to
 * the entry that is its HMAC. Other entries stay without content.
 */
export async function bringBack(trx: Db, options: Options): Promise<BringBackResult> {
  const { former, lost, digest } = options
  const appended = await trx
    .selectFrom('log_entries')
    .select(['idx', 'entry'])
    .where('idx', '>=', lost.from)
    .where('idx', '<', lost.from + lost.count)
    .orderBy('idx')
    .execute()
  const unknown = new Map(appended.map(({ idx, entry }) => [idx, entry]))
  const returned: ReturnedCertificate[] = []
  let group: FormerEntry[] = []
  const endGroup = async () => {
    if (group.length > 0) returned.push(await bringNumber(trx, group, options))
    group = []
  }
  for (const one of former.entries(lost.from, lost.count)) {
    const isOurs = unknown.get(one.idx) === one.entry && sealEntry(digest, one) === one.seal
    const isHead = one.certificate_no === '' && (one.kind === 'audit' || one.entryNote === HEAD_NOTE)
    if (!isOurs || (one.certificate_no === '' && !isHead)) continue
    unknown.delete(one.idx)
    if (isHead) {
      await trx.updateTable('log_entries').set({ note: HEAD_NOTE }).where('idx', '=', one.idx).execute()
      continue
    }
    if (one.certificate_no !== group[0]?.certificate_no) await endGroup()
    group.push(one)
  }
  await endGroup()
  return { returned, unknown: toSpans([...unknown.keys()]) }
}

/** @param indexes in order */
function toSpans(indexes: readonly number[]): Span[] {
  const spans: Span[] = []
  for (const index of indexes) {
    const last = spans.at(-1)
    if (last && last.from + last.count === index) last.count += 1
    else spans.push({ from: index, count: 1 })
  }
  return spans
}

async function bringNumber(trx: Db, group: readonly FormerEntry[], options: Options): Promise<ReturnedCertificate> {
  const { former, digest, at } = options
  const certificateNo = group[0]?.certificate_no ?? ''
  const before = await trx
    .selectFrom('certificates')
    .selectAll()
    .where('certificate_no', '=', certificateNo)
    .executeTakeFirst()
  const steps = findVerifiedSteps(group, former, before)
  for (const [place, { idx, entry }] of group.entries()) {
    const step = steps?.[place]
    const row = { certificate_no: certificateNo, record_id: step ? await addRecord(trx, certificateNo, step) : null }
    await trx
      .updateTable('log_entries')
      .set({ ...row, seal: sealEntry(digest, { entry, ...row }), ...(step && { note: null }) })
      .where('idx', '=', idx)
      .execute()
  }
  const idx = group.at(-1)?.idx ?? 0
  const waiting = await readWaiting(trx, digest, certificateNo)
  if (steps && waiting) {
    // The number was published or withdrawn since the restore. That is newer and follows the recovered entry.
    const change = trx.updateTable('certificates').set({ log_index: idx })
    await change.where('certificate_no', '=', certificateNo).execute()
    await addToBacklog(trx, digest, setPrev(waiting.text, idx))
  } else if (steps) await bringCertificate(trx, steps, { former, certificateNo, before, at })
  else if (!before) await listLostNumber(trx, certificateNo, at)
  await trx
    .insertInto('certificate_recoveries')
    .values({ certificate_no: certificateNo, idx, at })
    .onConflict((conflict) => conflict.column('certificate_no').doUpdateSet({ idx, at }))
    .execute()
  const newest = steps?.at(-1)
  return { certificateNo, newest: newest ? { kind: newest.kind, version: newest.version.version } : null }
}

async function addRecord(trx: Db, certificate_no: string, step: Step): Promise<number> {
  const { kind, prev, salt, text, format, note, made_at, version } = step
  const { id } = await trx
    .insertInto('log_records')
    .values({
      certificate_no,
      version: version.version,
      kind,
      prev,
      salt,
      format,
      text,
      note,
      import_id: DESK_IMPORT,
      made_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
