import { CERTIFICATE_FIELDS, type NumberMember } from './certificate-fields.ts'
import type { Certificate } from './certificates.ts'

/** The number of a member as it is printed, without its unit; empty: there is none. */
export function printedNumber(certificate: Partial<Certificate>, member: NumberMember): string {
  const value = certificate[member]
  if (value === null || value === undefined) return ''
  const { places = [0, 6] } = CERTIFICATE_FIELDS[member]
  return certificate.printed?.[member] ?? withPlaces(value, ...places)
}

/** At least `least` decimals, at most `most`, no zeros between. */
export function withPlaces(value: number, least: number, most: number): string {
  const fixed = value.toFixed(most)
  const [whole = '', decimals = ''] = fixed.split('.')
  const kept = decimals.replace(/0+$/, '').padEnd(least, '0')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** A value of a free member as it is printed. */
export const printedFree = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? '是' : '否') : String(value).trim()
