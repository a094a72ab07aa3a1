import type { ItemStepName } from '@portal/contract/orders/order-rules.ts'
import type { Updateable } from 'kysely'
import type { Managed } from '#accounts/duties/managed-route.ts'
import type { AuditSubject } from '#platform/audit/audit-log.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { lockSample, type Settled, settleOrder, takeStep } from './item-steps.ts'
import { orderEnded } from './order-errors.ts'

interface StaffStep {
  name: ItemStepName
  /** Revision of the item that the person has seen. */
  revision: number
  change?: Updateable<Tables['order_items']>
  detail?: Record<string, unknown>
  /** What the entry in the audit log tells besides state and event. */
  changes?: NonNullable<AuditSubject['changes']>
}

/**
 * Takes one step with a sample and names it in the audit log.
 * @throws AppError when there is no such sample, its order was cancelled, its state does not allow the step, or another person
 * took one meanwhile
 */
export async function takeStaffStep(
  { trx, account, record }: Pick<Managed<unknown>, 'trx' | 'account' | 'record'>,
  sampleNo: string,
  { name, revision, change, detail, changes = [] }: StaffStep,
  { digest, now }: { digest: Digest; now: () => number },
): Promise<Settled> {
  record({ kind: 'sample', id: sampleNo })
  const locked = await lockSample(trx, sampleNo)
  if (locked.order.state === 'cancelled') throw orderEnded()
  const by = { id: account.id, name: account.nickname }
  const step = { name, by, at: now(), ...(change && { change }), ...(detail && { detail }) }
  const sha256 = await takeStep(trx, locked, locked.item, revision, step)
  const settled = await settleOrder(trx, locked, now(), digest)
  record({
    kind: 'sample',
    id: sampleNo,
    changes: [
      ...changes,
      { member: 'state', before: settled.before, after: settled.after },
      { member: 'event', before: null, after: sha256 },
    ],
  })
  return settled
}
