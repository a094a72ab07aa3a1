import type { AuditFault } from '@portal/contract/audit/audit-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { hashOrderEvent } from './order-events.ts'

/** Orders of one query. */
const PAGE = 100

/** Steps that staff alone take; the entry in the audit log of the same transaction has the digest of each. */
const SEALED_KINDS = [
  ...['receive', 'refuse', 'correct', 'store', 'take', 'bring', 'ask', 'draft', 'end', 'withdraw', 'handOut', 'ship'],
  ...['addItem', 'renewCode', 'identify', 'pay', 'strike', 'dispute', 'settle', 'release'],
]

/**
 * Compares the custody chains of all orders with the audit log, whose own chain has no fault: each event has its digest, steps of
 * staff have an entry, and the event of each entry exists.
 */
export async function findEventFault(db: Db): Promise<AuditFault | null> {
  let after = ''
  while (true) {
    const orders = await db
      .selectFrom('orders')
      .select('order_no')
      .where('order_no', '>', after)
      .orderBy('order_no')
      .limit(PAGE)
      .execute()
    const [first, last] = [orders[0]?.order_no, orders.at(-1)?.order_no]
    if (first === undefined || last === undefined) return null
    const fault = await checkPage(db, { first, last, orderNos: new Set(orders.map(({ order_no }) => order_no)) })
    if (fault) return fault
    after = last
  }
}

interface Page {
  first: string
  last: string
  orderNos: ReadonlySet<string>
}

async function checkPage(db: Db, page: Page): Promise<AuditFault | null> {
  const readEvents = () =>
    db
      .selectFrom('order_events')
      .selectAll()
      .where('order_no', '>=', page.first)
      .where('order_no', '<=', page.last)
      .orderBy('id')
      .execute()
  const events = await readEvents()
  const entries = await readEntries(db, page)
  const sealed = new Set(entries.flatMap(({ digests }) => digests))
  for (const row of events) {
    const { order_no: orderNo, sample_no: sampleNo, kind, by_id, by_name, detail, sha256 } = row
    const by = { id: by_id, name: by_name }
    const event = { orderNo, sampleNo, kind, at: Number(row.at), by, detail: JSON.parse(detail) }
    const isRight = hashOrderEvent(event) === sha256 && (!SEALED_KINDS.includes(kind) || sealed.has(sha256))
    if (!isRight) return { kind: 'event', at: Number(row.id) }
  }
  // Read again, because events may have been added before the entries were read.
  const present = new Set((await readEvents()).map(({ sha256 }) => sha256))
  const lost = entries.find(({ digests }) => digests.some((digest) => !present.has(digest)))
  return lost ? { kind: 'lostEvent', at: lost.id } : null
}

/** Reads the digests that the audit log has of the events of a page, without those of erased orders. */
async function readEntries(db: Db, { first, last, orderNos }: Page): Promise<{ id: number; digests: string[] }[]> {
  const toSerial = (number: string) => number.slice(2, 15)
  const serials = new Set([...orderNos].map(toSerial))
  const ranges = [
    ['order', first, last],
    // A sample number is that of its order with three digits of the item and a check digit.
    ['sample', `YP${toSerial(first)}0000`, `YP${toSerial(last)}9999`],
  ] as const
  const found: { id: number; digests: string[] }[] = []
  for (const [kind, from, to] of ranges) {
    const rows = await db
      .selectFrom('audit_log')
      .select(['id', 'target_id', 'changes', 'outcome'])
      .where('target_kind', '=', kind)
      .where('target_id', '>=', from)
      .where('target_id', '<=', to)
      .execute()
    for (const { id, target_id, changes, outcome } of rows) {
      if (!serials.has(toSerial(target_id ?? ''))) continue
      const digests = (JSON.parse(changes) as { member: string; after: string | null }[])
        // The event of a refused step was rolled back, except that of a mass beyond the tolerance.
        .filter(({ member }) => member === 'massAlarm' || (member === 'event' && outcome === 'done'))
        .flatMap(({ after }) => after ?? [])
      if (digests.length > 0) found.push({ id: Number(id), digests })
    }
  }
  return found
}
