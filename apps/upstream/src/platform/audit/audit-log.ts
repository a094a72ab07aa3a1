import { isIPv6 } from 'node:net'
import type { AuditChange } from '@portal/contract/audit/audit.ts'
import { buildSearchText } from '@portal/contract/audit/entry-words.ts'
import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { toClientKey } from '#platform/http/client.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/** Content of an entry. */
export type AuditRow = Required<Omit<Insertable<Tables['audit_log']>, 'id' | 'previous_hash' | 'hash' | 'search_text'>>

/** Dependencies of a function that adds an entry. */
export interface AuditWriter {
  now: () => number
  /** Digest with the key of the installation, which is the key of the chain. */
  digest: Digest
}

/** Subject of an action, and its changes. */
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

/**
 * Returns the network of a client: /24 of IPv4, /48 of IPv6. It distinguishes the laboratory from other places without
 * naming a device.
 */
export function toNetwork(ip: string): string {
  const address = toClientKey(ip)
  if (address.includes('/')) return `${address.split('::')[0]?.split(':').slice(0, 3).join(':')}::/48`
  return isIPv6(address) ? address : `${address.split('.').slice(0, 3).join('.')}.0/24`
}

/** Makes the text of a row that is hashed, with the hash before it. */
export function makeHashedText(previous: string, row: AuditRow): string {
  const { at, actor_id, actor_name, action, target_kind, target_id, target_name } = row
  const { changes, outcome, reason, request_id, network, device } = row
  const members = [at, actor_id, actor_name, action, target_kind, target_id, target_name]
  return JSON.stringify([previous, ...members, changes, outcome, reason, request_id, network, device])
}

/**
 * Computes HMAC-SHA-256 with a key that is not in the database, so that write access to the database is not enough to
 * add a valid entry.
 */
export const computeKeyedHash = (digest: Digest, previous: string, row: AuditRow): string =>
  digest('audit-log', makeHashedText(previous, row))

/**
 * Adds an entry. It is the last step of a transaction, because the newest hash stays locked until its end.
 * @param trx the transaction of the action
 */
export async function appendAudit(trx: Db, { now, digest }: AuditWriter, fact: AuditFact): Promise<void> {
  const head = await trx
    .updateTable('audit_head')
    .set((eb) => ({ entries: eb('entries', '+', 1) }))
    .returning('hash')
    .executeTakeFirstOrThrow()
  const row: AuditRow = {
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
  const hash = computeKeyedHash(digest, head.hash, row)
  await trx
    .insertInto('audit_log')
    .values({ ...row, previous_hash: head.hash, hash, search_text: buildSearchText(toEntryParts(row)) })
    .execute()
  await trx.updateTable('audit_head').set({ hash }).execute()
}

/** Returns the parts of a row that readers see. */
export const toEntryParts = (row: AuditRow) => ({
  actorName: row.actor_name,
  action: row.action,
  reason: row.reason ?? null,
  targetKind: row.target_kind,
  targetId: row.target_id,
  targetName: row.target_name,
  changes: JSON.parse(row.changes) as AuditChange[],
})
