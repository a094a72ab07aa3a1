import type { BodyFor } from '@portal/contract/calls.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import {
  ORDER_MAX,
  ORDER_PRIORITIES,
  type OrderPriority,
  WAYS_BACK,
  WAYS_IN,
  type WayBack,
  type WayIn,
} from '@portal/contract/orders/order-rules.ts'
import type { OrderService, PricedItem } from '@portal/contract/orders/order-services.ts'
import type { OrderFileRow } from '@portal/contract/orders/orders.ts'
import { readCents, readCount, readMass, splitNames } from '#domain/orders/typed-values.ts'
import { BATCH, readBatch, toItem } from './batch-rows.ts'

export const ORDER_STEPS = ['items', 'way', 'check'] as const
export type OrderStep = (typeof ORDER_STEPS)[number]

/** An item as typed. */
export interface ItemDraft {
  name: string
  /** Empty until one is chosen. */
  category: CertificateCategory | ''
  count: string
  mass: string
  value: string
  /** The customer declares no value. */
  isUndeclared: boolean
  care: string
  /** Codes of the services, all of which are for the category. */
  services: readonly string[]
  /** The customer's own number, in a file alone. */
  reference: string
}

const ORDER_TEXTS = ['customerName', 'phone', 'email', 'address', 'collectors', 'ref'] as const
const ITEM_TEXTS = ['name', 'count', 'mass', 'value', 'care', 'reference'] as const

/** An order as typed, and the place in the form. */
export interface OrderDraft extends Record<(typeof ORDER_TEXTS)[number], string> {
  step: OrderStep
  items: readonly ItemDraft[]
  /** Rows of a file, of which `items` are made; `null`: the items are typed one by one. */
  batch: readonly OrderFileRow[] | null
  /** Index of the item that is being edited. */
  open: number
  wayIn: WayIn
  wayBack: WayBack
  priority: OrderPriority
  hasAccepted: boolean
}

/**
 * The same as texts by the name of the form's field, e.g. `0.name`; an empty text is a box that is not ticked. Without scripts
 * the form carries them from step to step, with scripts this tab stores them.
 */
export type OrderFields = Record<string, string>

const TICKED = 'on'

const EMPTY_ITEM: ItemDraft = {
  name: '',
  category: '',
  count: '1',
  mass: '',
  value: '',
  isUndeclared: false,
  care: '',
  services: [],
  reference: '',
}

export function listServices(services: readonly OrderService[], category: string): OrderService[] {
  return services.filter(({ categories }) => (categories as readonly string[]).includes(category))
}

export const toServiceField = (item: number, code: string) => `${item}.service.${code}`

/** Reads the fields of a form or of this tab's storage. Missing and unknown values become those of an empty form. */
export function readDraft(fields: Readonly<OrderFields>, services: readonly OrderService[]): OrderDraft {
  const read = (name: string) => fields[name] ?? ''
  const batch = readBatch(read(BATCH))
  const count = batch?.length ?? Math.min(Math.max(Number.parseInt(read('items'), 10) || 1, 1), ORDER_MAX.formItems)
  const items =
    batch?.map((row) => toItem(row, services)) ??
    Array.from({ length: count }, (_, at) => readItem(at, fields, services))
  const choose = <T extends string>(names: Readonly<Record<T, string>>, name: string, otherwise: T): T =>
    Object.hasOwn(names, read(name)) ? (read(name) as T) : otherwise
  return {
    ...readTexts(ORDER_TEXTS, read),
    step: ORDER_STEPS.find((step) => step === read('step')) ?? 'items',
    items,
    batch,
    open: Math.min(Math.max(Number.parseInt(read('open'), 10) || 0, 0), count - 1),
    wayIn: choose(WAYS_IN, 'wayIn', 'counter'),
    wayBack: choose(WAYS_BACK, 'wayBack', 'counter'),
    priority: choose(ORDER_PRIORITIES, 'priority', 'normal'),
    hasAccepted: read('accepted') === TICKED,
  }
}

function readTexts<Name extends string>(names: readonly Name[], read: (name: string) => string) {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string>
}

function readItem(at: number, fields: Readonly<OrderFields>, services: readonly OrderService[]): ItemDraft {
  const read = (name: string) => fields[`${at}.${name}`] ?? ''
  const category = Object.hasOwn(CERTIFICATE_CATEGORIES, read('category'))
    ? (read('category') as CertificateCategory)
    : ''
  const chosen = listServices(services, category).filter(({ code }) => read(`service.${code}`) === TICKED)
  return {
    ...readTexts(ITEM_TEXTS, read),
    count: fields[`${at}.count`] ?? EMPTY_ITEM.count,
    category,
    isUndeclared: read('undeclared') === TICKED,
    services: chosen.map(({ code }) => code),
  }
}

export function toFields(draft: OrderDraft, services: readonly OrderService[]): OrderFields {
  const { items, batch, open, hasAccepted, ...texts } = draft
  const tick = (isTicked: boolean) => (isTicked ? TICKED : '')
  const typed = batch ? [] : items
  const rows = typed.flatMap(({ services: chosen, isUndeclared, ...item }, at) => [
    ...Object.entries(item).map(([name, value]) => [`${at}.${name}`, value] as const),
    [`${at}.undeclared`, tick(isUndeclared)] as const,
    ...services.map(({ code }) => [toServiceField(at, code), tick(chosen.includes(code))] as const),
  ])
  return {
    ...texts,
    items: String(items.length),
    open: String(open),
    accepted: tick(hasAccepted),
    [BATCH]: batch ? JSON.stringify(batch) : '',
    ...Object.fromEntries(rows),
  }
}

/**
 * Applies a button of the form: `next`, `step items`, `add`, `open 1`, `copy 1` or `remove 1`, where items count from 0.
 * @param makeRef creates an idempotency key; the form gets one with its first step, so that it never changes later
 */
export function applyAct(draft: OrderDraft, act: string, makeRef: () => string): OrderDraft {
  const { items } = draft
  const [verb, target = ''] = act.split(' ')
  const at = Math.min(Number.parseInt(target, 10) || 0, items.length - 1)
  const isFull = items.length >= ORDER_MAX.formItems
  switch (verb) {
    case 'next':
      return {
        ...draft,
        ref: draft.ref || makeRef(),
        step: ORDER_STEPS[ORDER_STEPS.indexOf(draft.step) + 1] ?? 'check',
      }
    case 'step':
      return { ...draft, step: ORDER_STEPS.find((step) => step === target) ?? 'items' }
    case 'add':
      return isFull ? draft : { ...draft, items: [...items, EMPTY_ITEM], open: items.length }
    case 'copy': {
      const copied = items[at]
      if (isFull || !copied) return draft
      return { ...draft, items: [...items.slice(0, at + 1), copied, ...items.slice(at + 1)], open: at + 1 }
    }
    case 'remove': {
      const rest = items.filter((_, place) => place !== at)
      const open = draft.open > at ? draft.open - 1 : Math.min(draft.open, rest.length - 1)
      return { ...draft, items: rest.length > 0 ? rest : [EMPTY_ITEM], open: Math.max(open, 0) }
    }
    case 'open':
      return { ...draft, open: at }
    default:
      return draft
  }
}

/** Returns the items as far as fees depend on them; a faulty number of pieces counts as one. */
export function toPricedItems({ items }: OrderDraft): PricedItem[] {
  return items.map(({ count, services }) => ({ count: readCount(count) ?? 1, serviceCodes: services }))
}

/** Makes the request body of a draft without faults. @param totalCents total that the customer saw */
export function toAnnouncement(draft: OrderDraft, totalCents: number): BodyFor<'POST /v1/orders'> {
  const { customerName, phone, email, address, wayIn, wayBack, priority, ref } = draft
  return {
    customerName: customerName.trim(),
    phone: phone.normalize('NFKC').trim(),
    ...(email.trim() && { email: email.trim() }),
    wayIn,
    wayBack,
    ...(wayBack === 'courier' && { address: address.trim() }),
    collectors: splitNames(draft.collectors),
    priority,
    items: draft.items.map((item) => {
      const { massG } = readMass(item.mass)
      const value = readCents(item.value)
      return {
        statedName: item.name.trim(),
        category: item.category as CertificateCategory,
        count: readCount(item.count) ?? 1,
        serviceCodes: [...item.services],
        ...(massG !== null && { statedMassG: massG }),
        declaredCents: item.isUndeclared ? null : value,
        ...(item.care.trim() && { care: item.care.trim() }),
        ...(item.reference && { reference: item.reference }),
      }
    }),
    ref,
    totalCents,
    ...(draft.batch && { source: 'batch' as const }),
  }
}
