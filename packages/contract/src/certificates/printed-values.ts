import type { Certificate } from './certificates.ts'

/** Members with a number, and the least and most decimals of one whose printed digits are not stored. */
export const NUMBER_MEMBERS = {
  totalMassG: [2, 4],
  lengthMm: [2, 2],
  widthMm: [2, 2],
  heightMm: [2, 2],
  specificGravity: [2, 3],
  caratMassCt: [2, 3],
} as const
export type NumberMember = keyof typeof NUMBER_MEMBERS

export const isNumberMember = (name: string): name is NumberMember => Object.hasOwn(NUMBER_MEMBERS, name)

/** The number of a member as it is printed, without its unit; empty: there is none. */
export function printedNumber(certificate: Partial<Certificate>, member: NumberMember): string {
  const value = certificate[member]
  if (value === null || value === undefined) return ''
  const [least, most] = NUMBER_MEMBERS[member]
  return certificate.printed?.[member] ?? withPlaces(value, least, most)
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
