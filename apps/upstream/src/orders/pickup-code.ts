import { randomInt } from 'node:crypto'
import { DAY_MS } from '@portal/contract/constants.ts'
import { PICKUP_DAYS } from '@portal/contract/orders/order-rules.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { createTextSeal } from '#platform/secrets/sealed.ts'

const PICKUP_USE = 'order-pickup'

type PickupRow = Pick<Selectable<Tables['orders']>, 'order_no' | 'pickup_hash' | 'pickup_sealed' | 'pickup_until'>

/** Makes the pick-up code of an order that has become ready. */
export function makePickup(orderNo: string, at: number, digest: Digest) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return {
    pickup_hash: digest(PICKUP_USE, orderNo, code),
    pickup_sealed: createTextSeal(digest, PICKUP_USE).seal(code, orderNo),
    pickup_until: at + PICKUP_DAYS * DAY_MS,
  }
}

/** Reads the pick-up code for the member who owns the order; `null` without one. */
export function openPickup(
  { order_no: orderNo, pickup_sealed: sealed, pickup_until: until }: PickupRow,
  nowMs: number,
  digest: Digest,
): string | null {
  if (sealed === null || until === null || Number(until) < nowMs) return null
  return createTextSeal(digest, PICKUP_USE).open(sealed, orderNo)
}

export function isPickupCode(
  { order_no: orderNo, pickup_hash: hash, pickup_until: until }: PickupRow,
  code: string,
  nowMs: number,
  digest: Digest,
): boolean {
  return hash !== null && until !== null && Number(until) >= nowMs && digest(PICKUP_USE, orderNo, code) === hash
}
