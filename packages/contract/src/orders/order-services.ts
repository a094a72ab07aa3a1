import type { CertificateCategory } from '#certificates/certificate-states.ts'
import { DEFAULT_HOURS, type OpeningHours } from '#site/working-time.ts'
import type { OrderPriority } from './order-rules.ts'

/** Services and fees of orders. Money is in CNY cents (分). The module loads no schemas, because pages compute the estimate. */

/** What a fee is charged for. */
export const FEE_UNITS = { item: '件', piece: '粒', order: '单' } as const
export type FeeUnit = keyof typeof FEE_UNITS

/** Line of the fee sheet, as in the settings of the site. */
export interface OrderService {
  /** Name that orders store, e.g. `ID`. */
  code: string
  name: string
  categories: CertificateCategory[]
  cents: number
  per: FeeUnit
  /** Working days after the day of reception; 0: the same day. */
  workingDays: number
}

/** Most working days that a service takes. */
export const WORKING_DAYS_MAX = 120
/** Surcharge of urgent orders, in percent, unless the laboratory sets its own. */
export const URGENT_PERCENT = 50
/** Formats an amount in CNY, e.g. `¥160` or `¥12.50`. */
export const formatYuan = (cents: number): string =>
  `${cents < 0 ? '−' : ''}¥${(Math.abs(cents) / 100).toLocaleString('zh-CN', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })}`

/** Describes a line of the fee sheet, e.g. `玉石定名 ¥120/件，3 个工作日`. */
export const describeService = ({ name, cents, per, workingDays }: OrderService): string =>
  `${name} ${formatYuan(cents)}/${FEE_UNITS[per]}，${workingDays === 0 ? '当天' : `${workingDays} 个工作日`}`

/** Last minute of the day at which samples still count as received that day, unless the laboratory sets its own: 16:00. */
export const CUT_OFF = '16:00'

/** What a page needs for an estimate. */
export interface OrderTable extends OpeningHours {
  services: OrderService[]
  urgentPercent: number
  cutOff: string
}

export const EMPTY_TABLE: OrderTable = {
  ...DEFAULT_HOURS,
  services: [],
  urgentPercent: URGENT_PERCENT,
  cutOff: CUT_OFF,
}

/** An item as far as its fee depends on it. */
export interface PricedItem {
  count: number
  serviceCodes: readonly string[]
}

/** Line of an order's fees. `item` counts from 1; `null`: the whole order. */
export interface FeeLine {
  item: number | null
  code: string
  name: string
  /** Number of units. */
  units: number
  cents: number
}

/** Working days of an item: those of its longest service. Urgent ones take half of them, rounded up, at least one. */
export function countWorkingDays(
  services: readonly OrderService[],
  codes: readonly string[],
  priority: OrderPriority,
): number {
  const days = Math.max(0, ...services.filter(({ code }) => codes.includes(code)).map(({ workingDays }) => workingDays))
  return priority === 'urgent' && days > 0 ? Math.max(1, Math.ceil(days / 2)) : days
}

/** Lists the fees of an order by the fee sheet. Unknown services are left out. The surcharge is rounded down to a cent. */
export function listFees(
  { services, urgentPercent }: Pick<OrderTable, 'services' | 'urgentPercent'>,
  items: readonly PricedItem[],
  priority: OrderPriority,
): FeeLine[] {
  const lines: FeeLine[] = []
  for (const [at, { count, serviceCodes }] of items.entries()) {
    for (const { code, name, cents, per } of services) {
      if (!serviceCodes.includes(code)) continue
      if (per === 'order' && lines.some((line) => line.code === code)) continue
      const units = per === 'piece' ? count : 1
      lines.push({ item: per === 'order' ? null : at + 1, code, name, units, cents: units * cents })
    }
  }
  const sum = sumFees(lines)
  if (priority !== 'urgent' || sum === 0) return lines
  const surcharge = Math.floor((sum * urgentPercent) / 100)
  return [...lines, { item: null, code: 'urgent', name: '加急', units: 1, cents: surcharge }]
}

export const sumFees = (lines: readonly FeeLine[]): number => lines.reduce((sum, { cents }) => sum + cents, 0)

/** Adds up the fees of each service, in the order of its first line. */
export function sumByService<Line extends FeeLine>(fees: readonly Line[]): Line[] {
  const lines = new Map<string, Line>()
  for (const fee of fees) {
    // Answers to questions have one code and names of their own.
    const key = `${fee.code} ${fee.name}`
    const { units, cents } = lines.get(key) ?? { units: 0, cents: 0 }
    lines.set(key, { ...fee, units: units + fee.units, cents: cents + fee.cents })
  }
  return [...lines.values()]
}

/** Finds a tray that is listed twice. */
export function findTraysFault(trays: readonly string[]): string | null {
  const repeated = trays.find((tray, at) => trays.indexOf(tray) < at)
  return repeated === undefined ? null : `柜格“${repeated}”写了两次`
}

const CODE = /^[A-Za-z0-9-]{1,20}$/

/** Finds an incomplete service, and two with the same code or name. */
export function findOrderServicesFault(services: readonly OrderService[]): string | null {
  for (const [at, { code, name, categories, cents, workingDays }] of services.entries()) {
    if (!CODE.test(code)) return `第 ${at + 1} 行：代号用字母与数字，如 ID`
    if (name.trim() === '') return `第 ${at + 1} 行：请填写项目名称`
    if (cents < 0) return `第 ${at + 1} 行：单价请填元，如 120 或 12.50`
    if (!Number.isInteger(workingDays) || workingDays < 0 || workingDays > WORKING_DAYS_MAX)
      return `第 ${at + 1} 行：工作日填 0 到 ${WORKING_DAYS_MAX} 的整数`
    if (categories.length === 0) return `第 ${at + 1} 行：请选择适用的类别`
  }
  const findRepeated = (texts: readonly string[]) => texts.find((text, at) => texts.indexOf(text) < at)
  const code = findRepeated(services.map((service) => service.code))
  if (code !== undefined) return `代号“${code}”用了两次`
  const name = findRepeated(services.map((service) => service.name.trim()))
  return name === undefined ? null : `项目“${name}”写了两次`
}
