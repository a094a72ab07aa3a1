import type { Managed } from '#accounts/duties/managed-route.ts'
import type { AuditSubject } from '#platform/audit/audit-log.ts'
import { addOrderEvent } from './order-events.ts'

interface Note {
  orderNo: string
  kind: string
  detail: Record<string, unknown>
  /** What the entry in the audit log tells besides the event. */
  changes?: NonNullable<AuditSubject['changes']>
}

/** Adds an event of a whole order by a person of the laboratory, and names it in the audit log. */
export async function noteOnOrder(
  { trx, account, record }: Pick<Managed<unknown>, 'trx' | 'account' | 'record'>,
  at: number,
  { orderNo, kind, detail, changes = [] }: Note,
): Promise<void> {
  const by = { id: account.id, name: account.nickname }
  const sha256 = await addOrderEvent(trx, { orderNo, sampleNo: null, kind, at, by, detail })
  record({ kind: 'order', id: orderNo, changes: [...changes, { member: 'event', before: null, after: sha256 }] })
}
