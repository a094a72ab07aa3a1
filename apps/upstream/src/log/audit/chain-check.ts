import type { AuditFault } from '@portal/contract/audit/audit-rules.ts'
import { readAuditHeads } from '#log/audit-heads.ts'
import { computeKeyedHash } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import type { MarkStore } from '#platform/files/mark-store.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { type AuditMark, readAuditMark } from './audit-mark.ts'
import { type ChainBase, computePlainHash, openBase, streamEntriesAfter } from './chain-base.ts'

interface ChainKey {
  db: Db
  digest: Digest
}

export interface ChainOptions extends ChainKey {
  markStore: MarkStore
}

/** Result of a check of the chain. */
export interface ChainState {
  /** Number of checked entries, up to the first fault. */
  entries: number
  /** `null`: all entries match. */
  fault: AuditFault | null
}

export interface CheckedChain extends ChainState {
  /** The last entry at the time of the check; `null` when there is none, or a fault was found. */
  newest: AuditMark | null
}

/** Known facts about an entry from outside the table. */
interface Anchor {
  kind: 'mark' | 'log'
  entries: number
  hash: string
}

/**
 * Checks the whole log: a keyed hash links each entry to the one before, their number is that of the head, and they
 * continue the mark and the heads in the public log.
 */
export async function checkChain(options: ChainOptions): Promise<CheckedChain> {
  return await check(options, await readAuditMark(options.markStore), true)
}

/** Checks only the entries after the mark, without the public log. */
export async function checkNewEntries(options: ChainKey, mark: AuditMark): Promise<CheckedChain> {
  return await check(options, mark, false)
}

/** @param mark `null`: it is no valid mark */
async function check(options: ChainKey, mark: AuditMark | null | undefined, isWhole: boolean): Promise<CheckedChain> {
  const { db, digest } = options
  // Reads the head after the mark and before the entries, because entries may be added meanwhile.
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
  const base = openBase(digest, head.base)
  if (mark === null || !base) {
    const fault = { kind: mark === null ? ('mark' as const) : ('head' as const), at: mark?.entries ?? 0 }
    return { entries: 0, fault, newest: null }
  }
  const start = isWhole || !mark ? { entries: 0, id: 0, hash: '' } : mark
  const anchors = isWhole ? await readAnchors(db, mark, base) : []
  return await walk({ db, digest }, { head, base, start, anchors })
}

async function readAnchors(db: Db, mark: AuditMark | undefined, base: ChainBase): Promise<Anchor[]> {
  const logged = await readAuditHeads(db, base.logFrom)
  const anchors: Anchor[] = logged.map(({ entries, head }) => ({ kind: 'log', entries, hash: head }))
  // The base covers the content of the first entries; a mark among them is older.
  return (mark ? [...anchors, { kind: 'mark' as const, ...mark }] : anchors).filter(
    ({ entries }) => entries > base.entries,
  )
}

interface Walk {
  head: { entries: number; hash: string }
  base: ChainBase
  start: AuditMark
  anchors: readonly Anchor[]
}

async function walk({ db, digest }: ChainKey, { head, base, start, anchors }: Walk): Promise<CheckedChain> {
  const anchorsAt = Map.groupBy(anchors, ({ entries }) => entries)
  let [last, content] = [start, '']
  let newest: AuditMark | null = head.hash === start.hash ? start : null
  const stop = (entries: number, fault: AuditFault) => ({ entries, fault, newest: null })
  for await (const row of streamEntriesAfter(db, start.id)) {
    const entries = last.entries + 1
    const isOfBase = entries <= base.entries
    if (isOfBase) content = computePlainHash(content, row)
    const isRight = isOfBase
      ? entries < base.entries || (content === base.content && row.hash === base.head)
      : row.previous_hash === last.hash && row.hash === computeKeyedHash(digest, last.hash, row)
    if (!isRight) return stop(last.entries, { kind: 'entry', at: row.id })
    const other = anchorsAt.get(entries)?.find(({ hash }) => hash !== row.hash)
    if (other) return stop(entries, { kind: other.kind, at: entries })
    last = { entries, id: row.id, hash: row.hash }
    if (row.hash === head.hash) newest = last
  }
  const { entries } = last
  if (newest?.entries !== head.entries || entries < base.entries)
    return stop(entries, { kind: 'head', at: head.entries })
  const missing = anchors.find((anchor) => anchor.entries > entries)
  if (missing) return stop(entries, { kind: missing.kind, at: missing.entries })
  return { entries, fault: null, newest: entries === 0 ? null : newest }
}
