import type { CallBody } from '@portal/contract/call.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { handOutItems, ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { toInstantMs } from '@portal/contract/time.ts'

export type RecipientKind = 'code' | 'identity' | 'courier'

/** The recipient, as typed. It is not kept in the browser. */
export interface Recipient {
  kind: RecipientKind
  code: string
  name: string
  last4: string
  carrier: string
  trackingNo: string
}

export const RECIPIENT_NAMES: Readonly<Record<RecipientKind, string>> = {
  code: '取件码',
  identity: '证件',
  courier: '快递',
}

/** Ways that an order allows: a courier collects only what was announced so. */
export function listRecipientKinds({ wayBack }: Pick<ManagedOrder, 'wayBack'>): RecipientKind[] {
  return wayBack === 'courier' ? ['courier', 'code', 'identity'] : ['code', 'identity']
}

/** People whose document may be checked: the customer, and those named as collectors. */
export const listCollectors = ({ customerName, collectors }: Pick<ManagedOrder, 'customerName' | 'collectors'>) => [
  ...new Set([customerName, ...collectors]),
]

/** Time within which another person hands out after a document was checked, as upstream wants it. */
const CHECK_MS = 30 * MINUTE_MS

/** Finds the check of a document that still counts, with the person who made it. */
export function findCheck({ events }: Pick<ManagedOrder, 'events'>): { name: string; by: string; at: string } | null {
  const [last] = events.filter(({ kind }) => kind === 'identify' || kind === 'handOut' || kind === 'ship').slice(-1)
  if (last?.kind !== 'identify' || (toInstantMs(last.time) ?? 0) < Date.now() - CHECK_MS) return null
  return { name: String(last.detail.name), by: last.name, at: last.time.slice(11, 16) }
}

export function makeRecipient(order: ManagedOrder): Recipient {
  const check = findCheck(order)
  const [first = 'code'] = listRecipientKinds(order)
  const kind = check ? 'identity' : first
  return { kind, code: '', name: check?.name ?? order.customerName, last4: '', carrier: '', trackingNo: '' }
}

type Proof = Pick<CallBody<typeof handOutItems>, 'pickupCode' | 'identity' | 'shipment'>

/** What is missing while a recipient is incomplete. */
export const PROOF_NAMES: Readonly<Record<RecipientKind, string>> = {
  code: '取件码',
  identity: '证件号后四位',
  courier: '快递公司与单号',
}

/** Makes the part of the call that names the recipient; `null` while it is incomplete. */
export function toProof({ kind, code, name, last4, carrier, trackingNo }: Recipient): Proof | null {
  if (kind === 'code') return /^\d{6}$/.test(code) ? { pickupCode: code } : null
  if (kind === 'identity')
    return /^[0-9A-Za-z]{4}$/.test(last4) ? { identity: { name, last4: last4.toUpperCase() } } : null
  const shipment = { carrier: carrier.trim(), trackingNo: trackingNo.trim() }
  return shipment.carrier !== '' && shipment.trackingNo.length >= 4 ? { shipment } : null
}
