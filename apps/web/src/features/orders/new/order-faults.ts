import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import type { OrderService } from '@portal/contract/orders/order-services.ts'
import { isPhone, readCents, readCount, readMass, splitNames } from '#domain/orders/typed-values.ts'
import { isEmail } from '#lib/feedback.ts'
import { type ItemDraft, listServices, type OrderDraft, type OrderFields, toServiceField } from './order-draft.ts'

interface Rules {
  services: readonly OrderService[]
  /** Conditions that must be accepted; empty: none. */
  terms: string
}

/** Finds the faults of all steps up to the present one, by field, in the order of the form. */
export function findFaults(draft: OrderDraft, { services, terms }: Rules): OrderFields {
  const faults = draft.items.map((item, at) => findItemFaults(item, at, services))
  if (draft.step !== 'items') faults.push(findContactFaults(draft))
  if (draft.step === 'check' && terms && !draft.hasAccepted) faults.push({ accepted: '请先阅读并同意送检须知' })
  return Object.assign({}, ...faults) as OrderFields
}

export function findItemFaults(item: ItemDraft, at: number, services: readonly OrderService[]): OrderFields {
  const mass = readMass(item.mass)
  const service = listServices(services, item.category)[0]
  const value = findValueFault(item)
  return {
    ...(item.category === '' && { [`${at}.category`]: '请选择类别' }),
    ...(!item.name.trim() && { [`${at}.name`]: '请输入名称' }),
    ...(readCount(item.count) === null && { [`${at}.count`]: `件数为 1–${ORDER_MAX.count} 的整数` }),
    ...('fault' in mass && { [`${at}.mass`]: mass.fault }),
    ...(service && item.services.length === 0 && { [toServiceField(at, service.code)]: '请选择检测项目' }),
    ...(item.services.length > ORDER_MAX.services &&
      service && { [toServiceField(at, service.code)]: `每件至多 ${ORDER_MAX.services} 个项目` }),
    ...(value && { [`${at}.value`]: value }),
  }
}

function findValueFault({ value, isUndeclared }: ItemDraft): string | undefined {
  const isEmpty = value.trim() === ''
  if (isUndeclared) return isEmpty ? undefined : '已填价值，请取消“未声明”，或清空价值'
  if (isEmpty) return '请填写声明价值，或勾选“未声明”'
  return readCents(value) === null ? '请填数字，单位元，至多两位小数' : undefined
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
  const at = /^(\d+)\./.exec(faulty)?.[1]
  if (at !== undefined) return { ...draft, step: 'items', open: Number(at) }
  return faulty === 'accepted' ? draft : { ...draft, step: 'way' }
}
