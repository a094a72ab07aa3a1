import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { AuditChange } from '@portal/contract/manage/audit.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { Insertable } from 'kysely'
import { clientKey } from '#client.ts'
import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'

/** Entries of a page. */
const PAGE_SIZE = 50
/** Entries read at once when the chain is checked or exported. */
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

/** Filters of the contract's `listAudit`. */
export interface AuditFilter {
  actor?: string | undefined
  action?: string | undefined
  targetKind?: string | undefined
  targetId?: string | undefined
  outcome?: string | undefined
  from?: string | undefined
  to?: string | undefined
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

export function createAuditRepository({ db }: { db: Db }) {
  function filtered({ actor, action, targetKind, targetId, outcome, from, to }: AuditFilter) {
    let query = db.selectFrom('audit_log').selectAll()
    if (actor) query = query.where('actor_id', '=', actor)
    // All actions of a group begin with its name and a dot.
    if (action) query = query.where((eb) => eb.or([eb('action', '=', action), eb('action', 'like', `${action}.%`)]))
    if (targetKind) query = query.where('target_kind', '=', targetKind)
    if (targetId) query = query.where('target_id', '=', targetId)
    if (outcome) query = query.where('outcome', '=', outcome as 'done')
    if (from) query = query.where('at', '>=', toInstantMs(from) ?? 0)
    if (to) query = query.where('at', '<', (toInstantMs(to) ?? 0) + DAY_MS)
    return query
  }

  return {
    /** Newest first. @param after the last id of the page before */
    async list(filter: AuditFilter, after?: number) {
      let query = filtered(filter)
        .orderBy('id', 'desc')
        .limit(PAGE_SIZE + 1)
      if (after !== undefined) query = query.where('id', '<', after)
      const rows = await query.execute()
      return { rows: rows.slice(0, PAGE_SIZE), hasMore: rows.length > PAGE_SIZE }
    },

    /** All entries, oldest first, in chunks. */
    async *chunks(filter: AuditFilter = {}) {
      let last = 0
      for (;;) {
        const rows = await filtered(filter).where('id', '>', last).orderBy('id').limit(CHUNK).execute()
        if (rows.length > 0) yield rows
        if (rows.length < CHUNK) return
        last = rows.at(-1)?.id ?? last
      }
    },

    /** Checks the whole chain. @returns the id of the first entry that does not fit, `null` when all do */
    async firstBroken(): Promise<number | null> {
      let previous = ''
      for await (const rows of this.chunks()) {
        for (const row of rows) {
          if (row.previous_hash !== previous || row.hash !== hashOf(previous, row)) return row.id
          previous = row.hash
        }
      }
      const head = await db.selectFrom('audit_head').select(['entries', 'hash']).executeTakeFirstOrThrow()
      // The newest entries are missing.
      return head.hash === previous ? null : head.entries
    },
  }
}
