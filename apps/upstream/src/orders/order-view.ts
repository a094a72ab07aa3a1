import type { ManagedItem, ManagedOrder, Sample } from '@portal/contract/orders/manage-orders.ts'
import { findTolerance } from '@portal/contract/orders/mass-tolerance.ts'
import { type ConditionMark, derivePaymentState, type OrderPriority } from '@portal/contract/orders/order-rules.ts'
import type { Choice, Fee, Question } from '@portal/contract/orders/order-shapes.ts'
import { toNullableTime, toWireDateTime } from '@portal/contract/time.ts'
import type { Selectable } from 'kysely'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { ItemRow, OrderRow } from './item-steps.ts'
import { orderMissing } from './order-errors.ts'
import { type OrderRules, readOrderRules } from './order-table.ts'
import { toPayments } from './payments.ts'

export const toPaymentState = (row: Pick<OrderRow, 'total_cents' | 'paid_cents' | 'billed_cents'>) =>
  derivePaymentState({
    totalCents: Number(row.total_cents),
    paidCents: Number(row.paid_cents),
    billedCents: Number(row.billed_cents),
  })

export const toFee = ({ item, code, name, units, cents }: Selectable<Tables['order_fees']>): Fee => ({
  item,
  code,
  name,
  units,
  cents: Number(cents),
})

/** What staff and customers see of an item alike. */
export const toProgressItem = (row: ItemRow) => ({
  item: row.item,
  sampleNo: row.sample_no,
  category: row.category,
  count: row.count,
  work: row.work,
  place: row.place,
  isHeld: row.is_held === 1,
  outcome: row.outcome,
  dueOn: row.due_on,
})

/** What belongs to items besides their rows, by account, order or sample number. */
interface Attached {
  /** Names of holders by account. */
  names: ReadonlyMap<string, string>
  priorities: ReadonlyMap<string, OrderPriority>
  questions: ReadonlyMap<string, Question>
  answers: ReadonlyMap<string, NonNullable<Sample['answer']>>
  pictures: ReadonlyMap<string, string[]>
}

async function readAttached(db: Db, rows: readonly ItemRow[]): Promise<Attached> {
  const samples = rows.map(({ sample_no }) => sample_no)
  const ids = [...new Set(rows.flatMap(({ holder_id }) => holder_id ?? []))]
  const holders =
    ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'nickname']).where('id', 'in', ids).execute()
  const pictures = new Map<string, string[]>()
  for (let from = 0; from < samples.length; from += PIECE) {
    const found = await db
      .selectFrom('order_pictures')
      .select(['sample_no', 'name'])
      .where('sample_no', 'in', samples.slice(from, from + PIECE))
      .where('is_used', '=', 1)
      .orderBy('place')
      .execute()
    for (const { sample_no, name } of found) pictures.set(sample_no, [...(pictures.get(sample_no) ?? []), name])
  }
  return {
    names: new Map(holders.map(({ id, nickname }) => [id, nickname])),
    priorities: await readPriorities(db, rows),
    questions: await readQuestions(db, rows),
    answers: await readAnswers(db, rows),
    pictures,
  }
}

async function readPriorities(db: Db, rows: readonly ItemRow[]): Promise<Map<string, OrderPriority>> {
  const orderNos = [...new Set(rows.map(({ order_no }) => order_no))]
  if (orderNos.length === 0) return new Map()
  const orders = await db
    .selectFrom('orders')
    .select(['order_no', 'priority'])
    .where('order_no', 'in', orderNos)
    .execute()
  return new Map(orders.map(({ order_no, priority }) => [order_no, priority]))
}

/** Samples that one query names. */
const PIECE = 500

/** Reads the open questions of items, by sample number. */
export async function readQuestions(db: Db, rows: readonly ItemRow[]): Promise<Map<string, Question>> {
  const held = rows.filter(({ is_held }) => is_held === 1)
  const questions = new Map<string, Question>()
  if (held.length === 0) return questions
  const events = await db
    .selectFrom('order_events')
    .select(['sample_no', 'detail', 'at'])
    .where('order_no', 'in', [...new Set(held.map(({ order_no }) => order_no))])
    .where('kind', '=', 'ask')
    .orderBy('id')
    .execute()
  const numbers = new Set(held.map(({ sample_no }) => sample_no))
  for (const { sample_no, detail, at } of events) {
    if (sample_no === null || !numbers.has(sample_no)) continue
    const { text, choices = [] } = JSON.parse(detail) as { text: string; choices?: Choice[] }
    questions.set(sample_no, { text, choices, askTime: toWireDateTime(Number(at)) })
  }
  return questions
}

/** Reads the last answers to questions about items that are tested, by sample number. */
async function readAnswers(db: Db, rows: readonly ItemRow[]): Promise<Attached['answers']> {
  const tested = rows.filter(({ work, is_held }) => is_held === 0 && work !== 'announced' && work !== 'done')
  const answers = new Map<string, NonNullable<Sample['answer']>>()
  if (tested.length === 0) return answers
  const events = await db
    .selectFrom('order_events')
    .select(['sample_no', 'kind', 'detail'])
    .where('order_no', 'in', [...new Set(tested.map(({ order_no }) => order_no))])
    .where('kind', 'in', ['ask', 'answer'])
    .orderBy('id')
    .execute()
  const asked = new Map<string | null, string>()
  for (const { sample_no, kind, detail } of events) {
    const { text } = JSON.parse(detail) as { text: string }
    if (kind === 'ask') asked.set(sample_no, text)
    else if (sample_no !== null) answers.set(sample_no, { question: asked.get(sample_no) ?? '', text })
  }
  return answers
}

function toSample(row: ItemRow, { names, priorities, questions, answers, pictures }: Attached): Sample {
  return {
    ...toProgressItem(row),
    orderNo: row.order_no,
    priority: priorities.get(row.order_no) ?? 'normal',
    receiveTime: toNullableTime(row.received_at),
    certificateNo: row.certificate_no,
    question: questions.get(row.sample_no) ?? null,
    answer: row.is_held === 1 ? null : (answers.get(row.sample_no) ?? null),
    pictures: pictures.get(row.sample_no) ?? [],
    alarm: row.alarm,
    serviceCodes: JSON.parse(row.service_codes) as string[],
    massInG: row.mass_in_g,
    divisionInG: row.division_in_g,
    massOutG: row.mass_out_g,
    marks: JSON.parse(row.marks) as ConditionMark[],
    note: row.note,
    care: row.care,
    holderId: row.holder_id,
    holderName: row.holder_id === null ? null : (names.get(row.holder_id) ?? null),
    tray: row.tray,
    revision: row.revision,
  }
}

const toManagedItem = (row: ItemRow, attached: Attached, { tolerances }: OrderRules): ManagedItem => ({
  ...toSample(row, attached),
  statedName: row.stated_name,
  statedMassG: row.stated_mass_g,
  declaredCents: row.declared_cents === null ? null : Number(row.declared_cents),
  toleranceG: row.mass_in_g === null ? null : findTolerance(row.category, row.mass_in_g, tolerances),
  reference: row.reference,
})

export async function readSample(db: Db, sampleNo: string): Promise<Sample> {
  const row = await db.selectFrom('order_items').selectAll().where('sample_no', '=', sampleNo).executeTakeFirst()
  if (!row) throw orderMissing()
  return toSample(row, await readAttached(db, [row]))
}

/** Adds to items what the bench sees besides their rows. */
export async function toSamples(db: Db, rows: readonly ItemRow[]): Promise<Sample[]> {
  const attached = await readAttached(db, rows)
  return rows.map((row) => toSample(row, attached))
}

/** Whether an account may see telephone number, addresses and documents of customers. */
export const seesContact = ({ duties }: SessionAccount): boolean =>
  duties.some((duty) => duty === 'reception' || duty === 'owner')

/**
 * Reads an order for staff.
 * @param isContactShown whether the caller may see telephone number and addresses; others see the end of the number alone
 * @throws AppError when there is no such order
 */
export async function readManagedOrder(db: Db, orderNo: string, isContactShown: boolean): Promise<ManagedOrder> {
  const order = await db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
  if (!order) throw orderMissing()
  const items = await db.selectFrom('order_items').selectAll().where('order_no', '=', orderNo).orderBy('item').execute()
  const fees = await db.selectFrom('order_fees').selectAll().where('order_no', '=', orderNo).orderBy('id').execute()
  const events = await db.selectFrom('order_events').selectAll().where('order_no', '=', orderNo).orderBy('id').execute()
  const partner = await readPartner(db, order)
  const attached = await readAttached(db, items)
  const rules = await readOrderRules(db)
  return {
    orderNo,
    customerName: order.customer_name,
    phone: isContactShown || order.phone === '' ? order.phone : `*** ${order.phone.slice(-4)}`,
    email: isContactShown ? order.email : null,
    address: isContactShown ? order.address : null,
    wayIn: order.way_in,
    wayBack: order.way_back,
    collectors: JSON.parse(order.collectors) as string[],
    priority: order.priority,
    state: order.state,
    dueOn: order.due_on,
    createTime: toWireDateTime(Number(order.created_at)),
    receiveTime: toNullableTime(order.received_at),
    readyTime: toNullableTime(order.ready_at),
    closeTime: toNullableTime(order.closed_at),
    totalCents: Number(order.total_cents),
    fees: fees.map(toFee),
    payment: toPaymentState(order),
    payments: toPayments(events),
    isDisputed: order.is_disputed === 1,
    source: order.source,
    partner,
    terms: order.terms,
    revision: order.revision,
    items: items.map((row) => toManagedItem(row, attached, rules)),
    events: events.map((row) => ({
      sampleNo: row.sample_no,
      kind: row.kind,
      time: toWireDateTime(Number(row.at)),
      byId: row.by_id,
      name: row.by_name,
      detail: JSON.parse(row.detail, isContactShown ? undefined : hideDocument) as Record<string, unknown>,
      sha256: row.sha256,
    })),
  }
}

async function readPartner(db: Db, { partner_id: id, reference }: OrderRow): Promise<ManagedOrder['partner']> {
  if (id === null) return null
  const { name } = await db.selectFrom('partners').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, name, reference: reference ?? '' }
}

/** Leaves the characters of a document out. */
const hideDocument = (name: string, value: unknown) => (name === 'last4' ? undefined : value)
