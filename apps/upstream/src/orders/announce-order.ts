import type { CallBody } from '@portal/contract/call.ts'
import { makeSampleNo } from '@portal/contract/numbers/typed-numbers.ts'
import { createOrderCalendar } from '@portal/contract/orders/order-days.ts'
import type { OrderSource } from '@portal/contract/orders/order-rules.ts'
import { countWorkingDays, listFees, type OrderTable, sumFees } from '@portal/contract/orders/order-services.ts'
import type { announceOrder } from '@portal/contract/orders/orders.ts'
import { parseMinutes } from '@portal/contract/site/opening-hours.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import { makeCheckCode } from '#certificates/desk/new-check-code.ts'
import { hashCheckCode } from '#certificates/lookup/check-code.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import { badInput } from '#platform/errors.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import {
  addressMissing,
  announcementsClosed,
  announcementsUsedUp,
  orderReferenceTaken,
  priceChanged,
  referenceRepeated,
  serviceUnfit,
  tooManyOpenOrders,
} from './order-errors.ts'
import { addOrderEvent } from './order-events.ts'
import { insertFees, splitRows } from './order-fees.ts'
import { queueOrderMail } from './order-news.ts'
import { takeOrderNo } from './order-numbers.ts'
import { readOrderTable } from './order-table.ts'

type Announcement = CallBody<typeof announceOrder>

/** Announcements without a login on one day, so that they cannot use up the numbers of the counter. */
const VISITORS_A_DAY = 2000
/** Name of customers in events. */
export const CUSTOMER = '委托方'
/** Announced orders of one telephone number without a login. */
const OPEN_OF_PHONE = 5

interface Announcing {
  digest: Digest
  now: () => number
  source?: OrderSource
  /** The person of the laboratory who fills the form in for the customer. */
  by?: { id: string; name: string }
  partner?: AnnouncingPartner
}

/** Partner whose program announces an order, with its own number of it. */
interface AnnouncingPartner {
  id: number
  name: string
  reference: string
}

interface Announced {
  orderNo: string
  code: string | null
  totalCents: number
  dueOn: string
}

/**
 * Stores an announced order. A repeated form finds the order of the first by its key.
 * @param member the member who announces it; `null`: a visitor
 * @throws AppError when a rule refuses it, 409 with the total when the fee sheet has changed
 */
export async function storeAnnouncement(
  trx: Db,
  announcement: Announcement,
  member: { id: string } | null,
  { digest, now, source = 'site', by, partner }: Announcing,
): Promise<Announced> {
  const at = now()
  const refHash = digest('order-ref', member?.id ?? announcement.phone, announcement.ref)
  const repeated = await findByRef(trx, refHash)
  if (repeated) return repeated
  if (partner) await requireFreeReference(trx, partner)
  const table = await readOrderTable(trx)
  if (table.services.length === 0) throw announcementsClosed()
  const order = tidyAnnouncement(announcement)
  requireServices(order, table)
  const fees = listFees(table, order.items, order.priority)
  const totalCents = sumFees(fees)
  if (totalCents !== announcement.totalCents) throw priceChanged(totalCents)
  const days = order.items.map(({ serviceCodes }) => countWorkingDays(table.services, serviceCodes, order.priority))
  const dueOn = createOrderCalendar(table, parseMinutes(table.cutOff)).dueOn(at, Math.max(...days))
  const orderNo = await takeOrderNo(trx, at)
  // Taking the number has locked the day: a form that arrived at the same time is stored now.
  const overtaken = await findByRef(trx, refHash)
  if (overtaken) return overtaken
  if (!member && source === 'site') await requireRoomForVisitors(trx, order.phone, at)
  const code = makeCheckCode()
  await insertOrder(trx, {
    ...order,
    orderNo,
    userId: member?.id ?? null,
    partner,
    source,
    terms: table.terms,
    dueOn,
    totalCents,
    refHash,
    codeHash: hashCheckCode(digest, orderNo, code),
    at,
  })
  await insertItems(trx, orderNo, { items: order.items, first: 1, days })
  await insertFees(trx, orderNo, fees)
  await addOrderEvent(trx, {
    orderNo,
    sampleNo: null,
    kind: 'announce',
    at,
    // Events are kept after the name of the customer is erased, so they do not contain it.
    by: by ?? { id: member?.id ?? null, name: partner?.name ?? CUSTOMER },
    detail: { items: order.items.length, totalCents },
  })
  // At the counter the samples and their mail follow at once.
  if (order.email !== undefined && source !== 'counter') await queueOrderMail(trx, orderNo, 'announced', at)
  return { orderNo, code, totalCents, dueOn }
}

/** @throws AppError when the partner has announced another order with this reference */
async function requireFreeReference(trx: Db, { id, reference }: AnnouncingPartner): Promise<void> {
  const other = await trx
    .selectFrom('orders')
    .select('order_no')
    .where('partner_id', '=', id)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (other) throw orderReferenceTaken(other.order_no)
}

async function findByRef(trx: Db, refHash: string): Promise<Announced | undefined> {
  const row = await trx
    .selectFrom('orders')
    .select(['order_no', 'total_cents', 'due_on', 'created_at'])
    .where('ref_hash', '=', refHash)
    .executeTakeFirst()
  if (!row) return undefined
  const { order_no: orderNo, total_cents: totalCents, due_on: dueOn, created_at: at } = row
  return { orderNo, code: null, totalCents, dueOn: dueOn ?? toWireDate(at) }
}

/** Trims the texts. @throws AppError when a required one is blank */
function tidyAnnouncement(announcement: Announcement): Announcement {
  const customerName = toOneLine(announcement.customerName, announcement.customerName.length)
  if (customerName === '') throw badInput('请填写姓名或单位')
  const address = toOneLine(announcement.address ?? '', announcement.address?.length ?? 0)
  if (announcement.wayBack === 'courier' && address === '') throw addressMissing()
  const references = new Set<string>()
  const items = announcement.items.map((item, at) => {
    const statedName = toOneLine(item.statedName, item.statedName.length)
    if (statedName === '') throw badInput(`样品 ${at + 1}：请填写名称`)
    if (item.reference !== undefined && references.has(item.reference)) throw referenceRepeated(at + 1)
    if (item.reference !== undefined) references.add(item.reference)
    return { ...item, statedName }
  })
  return { ...announcement, customerName, address, items }
}

/** @throws AppError when a service is unknown or not for the item's category */
export function requireServices(
  { items }: Pick<Announcement, 'items'>,
  { services }: Pick<OrderTable, 'services'>,
): void {
  for (const [at, { category, serviceCodes }] of items.entries()) {
    const isFit = (code: string) => services.some((one) => one.code === code && one.categories.includes(category))
    if (!serviceCodes.every(isFit)) throw serviceUnfit(at + 1)
  }
}

async function requireRoomForVisitors(trx: Db, phone: string, at: number): Promise<void> {
  const visitors = trx.selectFrom('orders').where('user_id', 'is', null).where('source', '=', 'site')
  const today = toInstantMs(toWireDate(at)) ?? at
  const digits = phone.replace(/\D/g, '').replace(/^86(?=\d{11}$)/, '')
  const ofPhone = visitors
    .where(sql<string>`replace(replace(replace(phone, ' ', ''), '-', ''), '+', '')`, 'in', [digits, `86${digits}`])
    .where('state', '=', 'announced')
  if ((await countRows(visitors.where('created_at', '>=', today))) >= VISITORS_A_DAY) throw announcementsUsedUp()
  if ((await countRows(ofPhone)) >= OPEN_OF_PHONE) throw tooManyOpenOrders()
}

interface NewOrder extends Omit<Announcement, 'source'> {
  orderNo: string
  userId: string | null
  partner: AnnouncingPartner | undefined
  terms: string
  dueOn: string
  source: OrderSource
  refHash: string
  codeHash: string
  at: number
}

async function insertOrder(trx: Db, order: NewOrder): Promise<void> {
  await trx
    .insertInto('orders')
    .values({
      order_no: order.orderNo,
      user_id: order.userId,
      customer_name: order.customerName,
      phone: order.phone,
      email: order.email ?? null,
      source: order.source,
      partner_id: order.partner?.id ?? null,
      reference: order.partner?.reference ?? null,
      way_in: order.wayIn,
      way_back: order.wayBack,
      address: order.address || null,
      collectors: JSON.stringify(order.collectors),
      priority: order.priority,
      terms: order.terms,
      state: 'announced',
      due_on: order.dueOn,
      total_cents: order.totalCents,
      code_hash: order.codeHash,
      ref_hash: order.refHash,
      revision: 1,
      created_at: order.at,
    })
    .execute()
}

interface NewItems {
  items: Announcement['items']
  /** Number of the first within the order. */
  first: number
  /** Working days of each. */
  days: readonly number[]
}

export async function insertItems(trx: Db, orderNo: string, { items, first, days }: NewItems): Promise<void> {
  const rows = items.map((item, at) => ({
    sample_no: makeSampleNo(orderNo, first + at),
    order_no: orderNo,
    item: first + at,
    stated_name: item.statedName,
    category: item.category,
    count: item.count,
    service_codes: JSON.stringify(item.serviceCodes),
    stated_mass_g: item.statedMassG ?? null,
    declared_cents: item.declaredCents,
    care: item.care || null,
    reference: item.reference ?? null,
    work: 'announced' as const,
    place: 'customer' as const,
    is_held: 0,
    marks: '[]',
    working_days: days[at] ?? 0,
    revision: 1,
  }))
  for (const piece of splitRows(rows)) await trx.insertInto('order_items').values(piece).execute()
}
