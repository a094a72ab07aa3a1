import type { Db } from '#db/open.ts'
import { readAuditHeads } from '#resources/log/audit-heads.ts'
import type { AuditWriter } from '../audit-log.ts'
import { appendAudit } from '../audit-log.ts'
import { byOperator } from '../system-action.ts'
import { type AuditMark, lockAuditHead, readAuditMark, writeAuditMark } from './audit-mark.ts'
import { type ChainBase, entriesAfter, NO_BASE, plainHash, sealBase, UNSEALED } from './chain-base.ts'
import type { ChainOptions } from './chain-check.ts'

/** The whole log as it is now, as the base of what follows. @param trx has locked the head */
async function readBase(trx: Db): Promise<{ base: ChainBase; newest: AuditMark | null; isPlain: boolean }> {
  let base = NO_BASE
  let newest: AuditMark | null = null
  let isPlain = true
  for await (const row of entriesAfter(trx, 0)) {
    const content = plainHash(base.content, row)
    isPlain &&= row.hash === content
    base = { ...base, entries: base.entries + 1, content, head: row.hash }
    newest = { entries: base.entries, id: row.id, hash: row.hash }
  }
  return { base, newest, isPlain }
}

/**
 * Seals entries of a release without a key, once: what a chain of plain hashes says now counts from then on. A database
 * that comes after there was a mark, or whose public log has heads, had a key before: an operator accepts it.
 */
export async function sealPlainEntries({ db, digest, dataDir }: ChainOptions): Promise<void> {
  const { base: state } = await db.selectFrom('audit_head').select('base').executeTakeFirstOrThrow()
  if (state !== UNSEALED || (await readAuditMark(dataDir)) !== undefined) return
  if ((await readAuditHeads(db, 0)).length > 0) return
  await db.transaction().execute(async (trx) => {
    const head = await lockAuditHead(trx)
    if (head.base !== UNSEALED) return
    const { base, newest, isPlain } = await readBase(trx)
    if (!isPlain || base.entries !== head.entries || base.head !== head.hash || !newest) return
    await trx
      .updateTable('audit_head')
      .set({ base: sealBase(digest, base) })
      .execute()
    await writeAuditMark(dataDir, newest)
  })
}

/**
 * Accepts the log as it is: it is the base of what follows, and the mark goes to its end. An entry says so.
 * @returns numbers of entries, of the mark and of the log
 */
export async function acceptAudit({ db, dataDir, digest, now }: ChainOptions & AuditWriter) {
  const marked = (await readAuditMark(dataDir))?.entries ?? null
  return await db.transaction().execute(async (trx) => {
    await lockAuditHead(trx)
    const { base } = await readBase(trx)
    const { size } = await trx.selectFrom('log_state').select('size').executeTakeFirstOrThrow()
    const sealed = sealBase(digest, { ...base, logFrom: size })
    await trx.updateTable('audit_head').set({ entries: base.entries, hash: base.head, base: sealed }).execute()
    const changes = [
      { member: 'entries', before: marked === null ? null : String(marked), after: String(base.entries) },
    ]
    const subject = { kind: 'audit', id: 'chain', changes }
    await appendAudit(trx, { now, digest }, byOperator({ action: 'audit.accept', subject }))
    const added = trx.selectFrom('audit_log').select(['id', 'hash']).orderBy('id', 'desc').limit(1)
    const newest = await added.executeTakeFirstOrThrow()
    await writeAuditMark(dataDir, { entries: base.entries + 1, ...newest })
    return { marked, entries: base.entries }
  })
}
