import { CERTIFICATE_FIELDS, type NumberMember } from './certificate-fields.ts'
import type { Certificate } from './certificates.ts'

/** Formats the number of a member without its unit; empty when there is none. */
export function formatMemberNumber(certificate: Partial<Certificate>, member: NumberMember): string {
  const value = certificate[member]
  if (value === null || value === undefined) return ''
  const { places = [0, 6] } = CERTIFICATE_FIELDS[member]
  return certificate.printed?.[member] ?? formatDecimals(value, ...places)
}

/** Formats a number with at least `least` and at most `most` decimals; zeros beyond `least` are cut. */
export function formatDecimals(value: number, least: number, most: number): string {
  const fixed = value.toFixed(most)
  const [whole = '', decimals = ''] = fixed.split('.')
  const shownDecimals = decimals.replace(/0+$/, '').padEnd(least, '0')
  return shownDecimals === '' ? whole : `${whole}.${shownDecimals}`
}

/** Formats the value of a free member. */
export const formatFreeValue = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? '是' : '否') : String(value).trim()
