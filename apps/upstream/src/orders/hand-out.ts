import type { CallBody } from '@portal/contract/call.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { handOutItems } from '@portal/contract/orders/manage-orders.ts'
import {
  compareMasses,
  findTolerance,
  formatTenthMg,
  isCoarser,
  type WeighedMass,
} from '@portal/contract/orders/mass-tolerance.ts'
import type { OwnerAlarm } from '#accounts/people/owner-alarm.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { AuditSubject } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import type { SharedLimit } from '#platform/http/shared-limit.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { ItemRow, OrderRow } from './item-steps.ts'
import {
  balanceTooCoarse,
  collectorUnknown,
  identityUnlike,
  massUnlike,
  ownerReleaseMissing,
  pickupCodeExpired,
  pickupCodeWrong,
  recipientMissing,
  secondPersonMissing,
  secondWeigherMissing,
} from './order-errors.ts'
import { addOrderEvent } from './order-events.ts'
import { readOrderRules } from './order-table.ts'
import { isPickupCode } from './pickup-code.ts'

/** How long the check of a document counts. */
const IDENTITY_MS = 30 * MINUTE_MS

type HandOut = CallBody<typeof handOutItems>

interface Checking {
  db: Db
  digest: Digest
  nowMs: number
  wrongCodes: SharedLimit
  account: SessionAccount
  alarm: OwnerAlarm
  /** Names the subject of a refusal in the audit log. */
  record: (subject: AuditSubject) => void
}

/**
 * Checks who gets the items: a courier as announced, the holder of the pick-up code, or a person whose document two people have
 * checked.
 * @returns what was checked, for the events
 * @throws AppError for nobody, a wrong code, and a person who is neither the customer nor a named collector
 */
export async function requireRecipient(
  order: OrderRow,
  { pickupCode, identity, shipment }: HandOut,
  { db, digest, nowMs, wrongCodes, account, alarm }: Checking,
): Promise<Pick<HandOut, 'identity'>> {
  if (shipment && order.way_back === 'courier') return {}
  if (pickupCode !== undefined) {
    if (order.pickup_until !== null && Number(order.pickup_until) < nowMs) throw pickupCodeExpired()
    // Counted before the comparison: of many guesses at once, the limit lets only its number through.
    await wrongCodes.use(order.order_no)
    if (isPickupCode(order, pickupCode, nowMs, digest)) {
      await wrongCodes.forget(order.order_no)
      return {}
    }
    if (!(await wrongCodes.hasLeft(order.order_no))) {
      const text = `委托单 ${order.order_no} 的取件码连错 5 次，24 小时内只能核验证件领取。最后一次输入：${account.nickname}。`
      await alarm({ subject: `取件码连错 5 次（${order.order_no}）`, text })
    }
    throw pickupCodeWrong()
  }
  if (!identity) throw recipientMissing()
  const named = [order.customer_name, ...(JSON.parse(order.collectors) as string[])]
  if (!named.includes(identity.name)) throw collectorUnknown()
  const checks = await db
    .selectFrom('order_events')
    .select(['by_id', 'detail'])
    .where('order_no', '=', order.order_no)
    .where('kind', '=', 'identify')
    .where('at', '>', nowMs - IDENTITY_MS)
    .execute()
  const isChecked = checks.some(({ by_id, detail }) => {
    const { name, last4 } = JSON.parse(detail) as { name: string; last4: string }
    return by_id !== account.id && name === identity.name && last4.toUpperCase() === identity.last4.toUpperCase()
  })
  if (!isChecked && checks.some(({ by_id }) => by_id !== account.id)) throw identityUnlike()
  if (!isChecked) throw secondPersonMissing()
  return { identity }
}

/** Masses of an item beyond the tolerance, oldest first. */
export async function readMassAlarms(db: Db, { order_no: orderNo, sample_no: sampleNo }: ItemRow) {
  const events = await db
    .selectFrom('order_events')
    .select(['by_id', 'detail'])
    .where('order_no', '=', orderNo)
    .where('sample_no', '=', sampleNo)
    .where('kind', '=', 'massAlarm')
    .orderBy('id')
    .execute()
  return events.map(({ by_id: byId, detail }) => ({ byId, mass: JSON.parse(detail) as WeighedMass }))
}

/**
 * Compares the mass of an item with that at reception. A difference beyond the tolerance is noted and told to the owners; then
 * another person weighs again, or an owner releases the item. A released item goes with the mass that the owner has seen.
 * @throws AppError when the item may not go
 */
export async function requireMass(
  { order, row }: { order: OrderRow; row: ItemRow },
  after: WeighedMass,
  { db, nowMs, account, alarm, record }: Omit<Checking, 'digest' | 'wrongCodes'>,
): Promise<void> {
  // An item that was not accepted has no mass to compare with.
  if (row.mass_in_g === null || row.division_in_g === null) return
  const received = { massG: row.mass_in_g, divisionG: row.division_in_g }
  if (isCoarser(received, after)) throw balanceTooCoarse(row.sample_no, received.divisionG)
  const alarms = row.alarm === null ? [] : await readMassAlarms(db, row)
  const before = row.alarm === 'released' ? (alarms.at(-1)?.mass ?? received) : received
  const { tolerances } = await readOrderRules(db)
  const { difference, tolerance, isWithin } = compareMasses(
    before,
    after,
    findTolerance(row.category, received.massG, tolerances),
  )
  if (isWithin) {
    if (row.alarm !== 'open') return
    const weighers = new Set(alarms.map(({ byId }) => byId))
    if (weighers.size > 1) throw ownerReleaseMissing(row.sample_no)
    if (weighers.has(account.id)) throw secondWeigherMissing(row.sample_no)
    return
  }
  const [differenceG, toleranceG] = [formatTenthMg(difference), formatTenthMg(tolerance)]
  const sha256 = await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('order_items')
      .set({ alarm: 'open', alarm_by: account.id })
      .where('sample_no', '=', row.sample_no)
      .execute()
    await trx.updateTable('orders').set({ is_disputed: 1 }).where('order_no', '=', order.order_no).execute()
    return await addOrderEvent(trx, {
      orderNo: order.order_no,
      sampleNo: row.sample_no,
      kind: 'massAlarm',
      at: nowMs,
      by: { id: account.id, name: account.nickname },
      detail: { massG: after.massG, divisionG: after.divisionG, differenceG, toleranceG },
    })
  })
  record({ kind: 'order', id: order.order_no, changes: [{ member: 'massAlarm', before: null, after: sha256 }] })
  if (row.alarm !== 'open') {
    const text = `委托单 ${order.order_no} 的样品 ${row.sample_no} 复称相差 ${differenceG} g，超出允许的 ${toleranceG} g，没有交付。复称人：${account.nickname}。`
    await alarm({ subject: `样品复称超出允许差（${row.sample_no}）`, text })
  }
  throw massUnlike(row.sample_no, differenceG, toleranceG)
}
