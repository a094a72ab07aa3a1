import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import {
  findRepetitions,
  ORDER_COLUMN_NAMES,
  type OrderColumn,
  readServices,
  UNDECLARED,
} from '@portal/contract/orders/order-batch.ts'
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import type { OrderService } from '@portal/contract/orders/order-services.ts'
import type { OrderFileRow } from '@portal/contract/orders/orders.ts'
import { findCentsFault, isPhone, readCount, readMass, splitNames } from '#domain/orders/typed-values.ts'
import { isEmail } from '#lib/feedback.ts'
import { BATCH, getCell, toBatchField } from './batch-rows.ts'
import { type ItemDraft, listServices, type OrderDraft, type OrderFields, toServiceField } from './order-draft.ts'

interface Rules {
  services: readonly OrderService[]
  /** Conditions that must be accepted; empty: none. */
  terms: string
}

/** Finds the faults of all steps up to the present one, by field, in the order of the form. */
export function findFaults(draft: OrderDraft, { services, terms }: Rules): OrderFields {
  const faults = draft.batch
    ? findBatchFaults(draft.batch, draft.items, services)
    : draft.items.map((item, at) => findItemFaults(item, at, services))
  if (draft.step !== 'items') faults.push(findContactFaults(draft))
  if (draft.step === 'check' && terms && !draft.hasAccepted) faults.push({ accepted: '请先阅读并同意送检须知' })
  return Object.assign({}, ...faults) as OrderFields
}

export function findItemFaults(item: ItemDraft, at: number, services: readonly OrderService[]): OrderFields {
  const { fault } = readMass(item.mass)
  const service = listServices(services, item.category)[0]
  const value = findValueFault(item)
  return {
    ...(item.category === '' && { [`${at}.category`]: '请选择类别' }),
    ...(!item.name.trim() && { [`${at}.name`]: '请输入名称' }),
    ...(readCount(item.count) === null && { [`${at}.count`]: `件数为 1–${ORDER_MAX.count} 的整数` }),
    ...(fault !== null && { [`${at}.mass`]: fault }),
    ...(service && item.services.length === 0 && { [toServiceField(at, service.code)]: '请选择检测项目' }),
    ...(item.services.length > ORDER_MAX.services &&
      service && { [toServiceField(at, service.code)]: `每件至多 ${ORDER_MAX.services} 个项目` }),
    ...(value && { [`${at}.value`]: value }),
  }
}

/** Finds the faults of the rows of a file, by cell. */
function findBatchFaults(
  rows: readonly OrderFileRow[],
  items: readonly ItemDraft[],
  services: readonly OrderService[],
): OrderFields[] {
  const others = findRepetitions(items.map(({ reference }) => reference))
  return rows.map((row, at) => {
    const item = items[at]
    const other = rows[others[at] ?? -1]
    const faults = {
      ...(item && findRowFaults(row, item, services)),
      ...(other && { reference: `货号与第 ${other.line} 行相同` }),
      ...Object.fromEntries(row.problems.map(({ cell, text }) => [ORDER_COLUMN_NAMES[cell], text])),
    }
    return Object.fromEntries(
      ORDER_COLUMN_NAMES.flatMap((column) => (faults[column] ? [[toBatchField(at, column), faults[column]]] : [])),
    )
  })
}

const LONGEST = { reference: ORDER_MAX.reference, name: ORDER_MAX.statedName, care: ORDER_MAX.care } as const

/** The faults of the form, in words for a cell, and those that fields of the form cannot have. */
function findRowFaults(
  row: OrderFileRow,
  item: ItemDraft,
  services: readonly OrderService[],
): Partial<Record<OrderColumn, string>> {
  const fit = listServices(services, item.category)
  const { unknown } = readServices(getCell(row, 'services'), item.category, services)
  const offered = fit.map(({ name }) => name).join('、')
  const found = Object.entries(findItemFaults(item, 0, services)).map(([name, text]) => [name.split('.')[1], text])
  const tooLong = Object.entries(LONGEST).filter(([column, max]) => getCell(row, column as OrderColumn).length > max)
  const { value, service } = Object.fromEntries(found) as OrderFields
  const names = Object.entries(CERTIFICATE_CATEGORIES).flatMap(([category, name]) =>
    listServices(services, category).length > 0 ? [name] : [],
  )
  return {
    ...Object.fromEntries(found),
    ...(fit.length === 0 && { category: `类别请填：${names.join('、')}` }),
    ...(service && { services: item.services.length === 0 ? `请填项目：${offered}` : service }),
    ...(fit.length > 0 && unknown !== null && { services: `没有项目“${unknown.slice(0, 20)}”，可填：${offered}` }),
    ...(value && {
      value: getCell(row, 'value') ? `${value}，或写“${UNDECLARED}”` : `请填写声明价值，或写“${UNDECLARED}”`,
    }),
    ...Object.fromEntries(tooLong.map(([column, max]) => [column, `至多 ${max} 字`])),
  }
}

function findValueFault({ value, isUndeclared }: ItemDraft): string | undefined {
  const isEmpty = value.trim() === ''
  if (isUndeclared) return isEmpty ? undefined : '已填价值，请取消“未声明”，或清空价值'
  if (isEmpty) return '请填写声明价值，或勾选“未声明”'
  return findCentsFault(value)
}

function findContactFaults({ customerName, phone, email, address, wayBack, collectors }: OrderDraft): OrderFields {
  const names = splitNames(collectors)
  return {
    ...(wayBack === 'courier' && !address.trim() && { address: '请输入收件地址' }),
    ...(!customerName.trim() && { customerName: '请输入姓名或单位' }),
    ...(!isPhone(phone) && { phone: phone.trim() ? '电话为 5–20 位数字，可含空格、+ 与 -' : '请输入手机或电话' }),
    ...(email.trim() && !isEmail(email) && { email: '邮箱格式不正确，请检查' }),
    ...(names.length > ORDER_MAX.collectors && { collectors: `至多 ${ORDER_MAX.collectors} 人` }),
    ...(names.some((name) => name.length > ORDER_MAX.collector) && {
      collectors: `每个姓名至多 ${ORDER_MAX.collector} 字，用顿号隔开`,
    }),
  }
}

/** Returns the draft at the step of the first fault, with its item open. */
export function openFaulty(draft: OrderDraft, faults: OrderFields): OrderDraft {
  const [faulty = ''] = Object.keys(faults)
  if (faulty.startsWith(`${BATCH}.`)) return { ...draft, step: 'items' }
  const at = /^(\d+)\./.exec(faulty)?.[1]
  if (at !== undefined) return { ...draft, step: 'items', open: Number(at) }
  return faulty === 'accepted' ? draft : { ...draft, step: 'way' }
}
