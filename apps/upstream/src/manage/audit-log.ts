import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { AuditChange } from '@portal/contract/manage/audit.ts'
import type { Insertable } from 'kysely'
import { clientKey } from '#client.ts'
import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'

/** Entries read at once when the chain is checked. */
const CHUNK = 1000

type Row = Required<Omit<Insertable<Tables['audit_log']>, 'id' | 'previous_hash' | 'hash'>>

/** What an action was done to, and what it changed. */
export interface AuditSubject {
  kind: string
  id: string
  /** Title or name. */
  name?: string | null
  changes?: readonly AuditChange[]
}

export interface AuditFact {
  actor: { id: string | null; name: string }
  action: string
  subject?: AuditSubject | null
  outcome: 'done' | 'refused' | 'failed'
  reason?: string | null
  requestId: string
  network: string
  device: string | null
}

/** The network of a client: /24 of IPv4, /48 of IPv6. Tells the laboratory from elsewhere without naming a device. */
export function networkOf(ip: string): string {
  const address = clientKey(ip)
  if (address.includes('/')) return `${address.split('::')[0]?.split(':').slice(0, 3).join(':')}::/48`
  return isIPv6(address) ? address : `${address.split('.').slice(0, 3).join('.')}.0/24`
}

function hashOf(previous: string, row: Row): string {
  const { at, actor_id, actor_name, action, target_kind, target_id, target_name } = row
  const { changes, outcome, reason, request_id, network, device } = row
  const whole = [at, actor_id, actor_name, action, target_kind, target_id, target_name]
  const text = JSON.stringify([previous, ...whole, changes, outcome, reason, request_id, network, device])
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Adds an entry. As the last step of a transaction: the newest hash stays locked until its end.
 * @param trx the transaction of what was done
 */
export async function appendAudit(trx: Db, now: () => number, fact: AuditFact): Promise<void> {
  const head = await trx
    .updateTable('audit_head')
    .set((eb) => ({ entries: eb('entries', '+', 1) }))
    .returning('hash')
    .executeTakeFirstOrThrow()
  const row: Row = {
    at: now(),
    actor_id: fact.actor.id,
    actor_name: fact.actor.name,
    action: fact.action,
    target_kind: fact.subject?.kind ?? null,
    target_id: fact.subject?.id ?? null,
    target_name: fact.subject?.name ?? null,
    changes: JSON.stringify(fact.subject?.changes ?? []),
    outcome: fact.outcome,
    reason: fact.reason ?? null,
    request_id: fact.requestId,
    network: fact.network,
    device: fact.device,
  }
  const hash = hashOf(head.hash, row)
  await trx
    .insertInto('audit_log')
    .values({ ...row, previous_hash: head.hash, hash })
    .execute()
  await trx.updateTable('audit_head').set({ hash }).execute()
}

/** Result of a check of the whole chain. */
export interface ChainState {
  /** Entries that were checked. */
  entries: number
  /** The first one that does not fit; `null`: all do. */
  brokenId: number | null
}

/** Reads the whole log in chunks, so that other requests are not blocked, and checks that each entry fits the one before. */
export async function checkChain(db: Db): Promise<ChainState> {
  // First: entries that are added meanwhile come after it.
  const head = await db.selectFrom('audit_head').select(['entries', 'hash']).executeTakeFirstOrThrow()
  let [previous, entries, last, isHeadSeen] = ['', 0, 0, head.hash === '']
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(CHUNK)
      .execute()
    for (const row of rows) {
      if (row.previous_hash !== previous || row.hash !== hashOf(previous, row)) return { entries, brokenId: row.id }
      previous = row.hash
      entries += 1
      if (row.hash === head.hash) isHeadSeen = true
    }
    last = rows.at(-1)?.id ?? last
    // Without the head the newest entries are missing.
    if (rows.length < CHUNK) return { entries, brokenId: isHeadSeen ? null : head.entries }
  }
}
