import type { CallBody } from '@portal/contract/call.ts'
import type { handOutItems, ManagedOrder } from '@portal/contract/orders/manage-orders.ts'

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

export function makeRecipient(order: ManagedOrder): Recipient {
  const [kind = 'code'] = listRecipientKinds(order)
  return { kind, code: '', name: order.customerName, last4: '', carrier: '', trackingNo: '' }
}

type Proof = Pick<CallBody<typeof handOutItems>, 'pickupCode' | 'identity' | 'shipment'>

/** Makes the part of the call that names the recipient; `null` while it is incomplete. */
export function toProof({ kind, code, name, last4, carrier, trackingNo }: Recipient): Proof | null {
  if (kind === 'code') return /^\d{6}$/.test(code) ? { pickupCode: code } : null
  if (kind === 'identity')
    return /^[0-9A-Za-z]{4}$/.test(last4) ? { identity: { name, last4: last4.toUpperCase() } } : null
  const shipment = { carrier: carrier.trim(), trackingNo: trackingNo.trim() }
  return shipment.carrier !== '' && shipment.trackingNo.length >= 4 ? { shipment } : null
}
