import { DEFAULT_TOLERANCES, type MassTolerance } from '@portal/contract/orders/mass-tolerance.ts'
import { CONTACT_DAYS, KEPT_YEARS } from '@portal/contract/orders/order-rules.ts'
import { CUT_OFF, type OrderService, type OrderTable, URGENT_PERCENT } from '@portal/contract/orders/order-services.ts'
import { DEFAULT_HOURS, type OpeningHours } from '@portal/contract/site/working-time.ts'
import type { Db } from '#platform/db/open.ts'

const MEMBERS = [
  'orderServices',
  'orderUrgentPercent',
  'orderCutOff',
  'orderTerms',
  'weekHours',
  'specialDays',
] as const

/** Rules of the return and of the retention, as the laboratory has set them. */
export interface OrderRules {
  tolerances: readonly MassTolerance[]
  /** Empty: any name is a tray. */
  trays: readonly string[]
  contactDays: number
  keptYears: number
}

/** Reads the rules from the settings of the site. */
export async function readOrderRules(db: Db): Promise<OrderRules> {
  const stored = await readStored(db, ['orderTolerances', 'orderTrays', 'orderContactDays', 'orderKeptYears'])
  return {
    tolerances: (stored.orderTolerances as MassTolerance[] | null) ?? DEFAULT_TOLERANCES,
    trays: (stored.orderTrays as string[] | null) ?? [],
    contactDays: (stored.orderContactDays as number | null) ?? CONTACT_DAYS,
    keptYears: (stored.orderKeptYears as number | null) ?? KEPT_YEARS,
  }
}

/** Reads the serial number of the first order of a day. */
export async function readFirstSerial(db: Db): Promise<number> {
  const { orderFirstSerial } = await readStored(db, ['orderFirstSerial'])
  return (orderFirstSerial as number | null) ?? 1
}

async function readStored(db: Db, names: readonly string[]): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('site_settings').select(['name', 'value']).where('name', 'in', names).execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
}

type Stored = Partial<{
  orderServices: OrderService[] | null
  orderUrgentPercent: number | null
  orderCutOff: string | null
  orderTerms: string | null
  weekHours: OpeningHours['weekHours'] | null
  specialDays: OpeningHours['specialDays'] | null
}>

/** The table of the laboratory, with the conditions that customers accept. */
type StoredOrderTable = OrderTable & { terms: string }

/** Reads the fee sheet, the times and the conditions of orders from the settings of the site. */
export async function readOrderTable(db: Db): Promise<StoredOrderTable> {
  const stored = (await readStored(db, MEMBERS)) as Stored
  return {
    services: stored.orderServices ?? [],
    urgentPercent: stored.orderUrgentPercent ?? URGENT_PERCENT,
    cutOff: stored.orderCutOff ?? CUT_OFF,
    terms: stored.orderTerms ?? '',
    weekHours: stored.weekHours ?? DEFAULT_HOURS.weekHours,
    specialDays: stored.specialDays ?? DEFAULT_HOURS.specialDays,
  }
}
