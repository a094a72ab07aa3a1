import type { AuditWriter } from '#platform/audit/audit-log.ts'
import { appendAudit } from '#platform/audit/audit-log.ts'
import { makeOperatorFact } from '#platform/audit/system-action.ts'
import type { Db } from '#platform/db/open.ts'
import { replaceKey } from '#platform/secrets/claim-key.ts'
import { readAuditMark, replaceAuditMark } from './audit-mark.ts'
import { type ChainBase, computePlainHash, NO_BASE, sealBase, streamEntriesAfter } from './chain-base.ts'
import type { ChainOptions } from './chain-check.ts'

/** Makes the base of a new chain from all present entries. @param trx has locked the head */
async function readBase(trx: Db): Promise<ChainBase> {
  let base = NO_BASE
  for await (const row of streamEntriesAfter(trx, 0)) {
    base = { ...base, entries: base.entries + 1, content: computePlainHash(base.content, row), head: row.hash }
  }
  return base
}

/**
 * Accepts the present entries as the base of a new chain and this key as that of the database, moves the mark to their end,
 * and records it in a new entry.
 * @returns numbers of entries, of the mark and of the log
 */
export async function acceptAudit({ db, markStore, digest, now }: ChainOptions & AuditWriter) {
  const marked = (await readAuditMark(markStore))?.entries ?? null
  return await db.transaction().execute(async (trx) => {
    await lockAuditHead(trx)
    const base = await readBase(trx)
    const { size } = await trx.selectFrom('log_state').select('size').executeTakeFirstOrThrow()
    const sealed = sealBase(digest, { ...base, logFrom: size })
    await trx.updateTable('audit_head').set({ entries: base.entries, hash: base.head, base: sealed }).execute()
    const changes = [
      { member: 'entries', before: marked === null ? null : String(marked), after: String(base.entries) },
    ]
    const subject = { kind: 'audit', id: 'chain', changes }
    await replaceKey(trx, digest)
    await appendAudit(trx, { now, digest }, makeOperatorFact({ action: 'audit.accept', subject }))
    const added = trx.selectFrom('audit_log').select(['id', 'hash']).orderBy('id', 'desc').limit(1)
    const newest = await added.executeTakeFirstOrThrow()
    await replaceAuditMark(markStore, { entries: base.entries + 1, ...newest })
    return { marked, entries: base.entries }
  })
}

/** Locks the end of the log for the rest of a transaction. */
async function lockAuditHead(trx: Db) {
  return await trx
    .updateTable('audit_head')
    .set((eb) => ({ entries: eb.ref('entries') }))
    .returningAll()
    .executeTakeFirstOrThrow()
}
