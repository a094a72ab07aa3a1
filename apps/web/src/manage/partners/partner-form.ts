import { readAddressRange } from '@portal/contract/partners/address-ranges.ts'
import { PARTNER_MAX, PARTNER_SCOPES, type PartnerScope } from '@portal/contract/partners/partner-rules.ts'
import { formatNumber } from '#lib/format.ts'
import { formatScopes, type Partner } from './partner-words.ts'

/** Typed values of a partner. */
export interface PartnerValues {
  name: string
  contactEmail: string
  scopes: PartnerScope[]
  dailyQuota: string
  /** Address ranges, one on each line. */
  addresses: string
}

/** Names of the fields in the table of a conflict. */
export const FIELD_NAMES: Readonly<Record<keyof PartnerValues, string>> = {
  name: '名称',
  contactEmail: '联系邮箱',
  scopes: '权限',
  dailyQuota: '每日额度',
  addresses: '允许的地址',
}

export const NEW_PARTNER: PartnerValues = {
  name: '',
  contactEmail: '',
  scopes: ['check'],
  dailyQuota: '10000',
  addresses: '',
}

export function toPartnerValues({ name, contactEmail, scopes, dailyQuota, addresses }: Partner): PartnerValues {
  return { name, contactEmail, scopes, dailyQuota: String(dailyQuota), addresses: addresses.join('\n') }
}

const splitLines = (addresses: string) =>
  addresses
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Finds the first fault of each field. */
export function findFaults(values: PartnerValues): Partial<Record<keyof PartnerValues, string>> {
  const { name, contactEmail, scopes, dailyQuota, addresses } = values
  const quota = /^\d{1,9}$/.test(dailyQuota.trim()) ? Number(dailyQuota) : 0
  const lines = splitLines(addresses)
  const rangeFault = lines.map(readAddressRange).find((range) => typeof range === 'string')
  return {
    ...(name.trim() === '' && { name: '请填写合作方名称' }),
    ...(!/^\S+@\S+\.\S+$/.test(contactEmail.trim()) && { contactEmail: '请填写邮箱，如 tech@shop.cn' }),
    ...(scopes.length === 0 && { scopes: '请至少选一项' }),
    ...((quota < 1 || quota > PARTNER_MAX.dailyQuota) && {
      dailyQuota: `应为 1 至 ${formatNumber(PARTNER_MAX.dailyQuota)} 的整数`,
    }),
    ...(rangeFault !== undefined && { addresses: rangeFault }),
    ...(lines.length > PARTNER_MAX.addresses && { addresses: `最多 ${PARTNER_MAX.addresses} 行` }),
  }
}

/** Converts the values to the body of the calls. */
export function toPartnerBody({ name, contactEmail, scopes, dailyQuota, addresses }: PartnerValues) {
  return {
    name: name.trim(),
    contactEmail: contactEmail.trim(),
    dailyQuota: Number(dailyQuota),
    scopes: PARTNER_SCOPES.filter((scope) => scopes.includes(scope)),
    addresses: splitLines(addresses),
  }
}

/** Describes a value in Chinese. */
export function describeField(name: keyof PartnerValues, values: PartnerValues): string {
  if (name === 'scopes') return formatScopes(values.scopes)
  if (name === 'addresses') return splitLines(values.addresses).join('、') || '不限'
  return values[name]
}
