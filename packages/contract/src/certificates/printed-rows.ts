import {
  CERTIFICATE_FIELDS,
  CERTIFICATE_MEMBERS,
  type FieldGroup,
  findField,
  isCertificateMember,
  isNumberMember,
  SIZE_FIELD,
} from './certificate-fields.ts'
import { CERTIFICATE_CATEGORIES, GRAMS_PER_CARAT } from './certificate-states.ts'
import type { Certificate } from './certificates.ts'
import { formatEnglishDay } from './english-days.ts'
import { FREE_LABELS } from './english-terms.ts'
import { translateValue } from './english-values.ts'
import { isLooseStone } from './loose-stone.ts'
import { formatDecimals, formatFreeValue, formatMemberNumber } from './printed-values.ts'

/** A line of a certificate as the page, paper, card and desk print it. */
export interface PrintedRow {
  /** Unique on the certificate: its member, or `size` for the three lengths. */
  member: string
  label: string
  /** `undefined` for a free member that the form does not offer. */
  labelEn: string | undefined
  /** Value with its unit. A non-breaking space stands before the unit, but for % and °. */
  value: string
  /** `undefined` when a word has no certain translation, or when there is nothing to translate. */
  valueEn: string | undefined
  /** `free`: the contract does not name the member. */
  group: FieldGroup | 'free'
  card: number | 'always' | undefined
  isWide: boolean
}

const LENGTHS = ['lengthMm', 'widthMm', 'heightMm'] as const
const isLength = (member: string) => (LENGTHS as readonly string[]).includes(member)

/**
 * Lists every line of a certificate that has a value: the members of the contract in their order, the size after the mass, then
 * free members under their own names. Pictures have no line.
 */
export function toPrintedRows(certificate: Certificate): PrintedRow[] {
  const rows = CERTIFICATE_MEMBERS.filter((member) => member !== 'pictures' && !isLength(member)).flatMap((member) =>
    member === 'totalMassG' ? [toRow(certificate, member), toSizeRow(certificate)] : [toRow(certificate, member)],
  )
  const free = Object.keys(certificate).filter((name) => !isCertificateMember(name) && name !== 'printed')
  return [...rows, ...free.map((name) => toRow(certificate, name))].filter(({ value }) => value !== '')
}

/** Finds the English label of a member; `undefined` for a free member that the form does not offer. */
export const findEnglishLabel = (member: string): string | undefined =>
  findField(member)?.labelEn ?? (Object.hasOwn(FREE_LABELS, member) ? FREE_LABELS[member] : undefined)

function toRow(certificate: Certificate, member: string): PrintedRow {
  const field = findField(member)
  const value = formatMemberValue(certificate, member)
  const category = member === 'category' ? CATEGORIES_EN[certificate.category] : undefined
  return {
    member,
    label: field?.label ?? member,
    labelEn: findEnglishLabel(member),
    group: field?.group ?? 'free',
    value,
    valueEn: category ?? translateValue(member, value),
    card: field?.card,
    isWide: field?.isWide ?? false,
  }
}

const CATEGORIES_EN: Readonly<Record<Certificate['category'], string>> = {
  gemstone: 'Gemstone',
  jade: 'Jade',
  turquoise: 'Turquoise',
  diamond: 'Diamond',
  organic: 'Organic gem material',
  metal: 'Precious metal jewellery',
}

/** Translates the category of the sample. */
export const translateCategory = (category: Certificate['category']): string => CATEGORIES_EN[category]

/** Formats the value of a member with its unit; empty when it has none. */
export function formatMemberValue(certificate: Certificate, member: string): string {
  const value = (certificate as Readonly<Record<string, unknown>>)[member]
  if (value === null || value === undefined) return ''
  if (member === 'category') return CERTIFICATE_CATEGORIES[certificate.category]
  if (member === 'totalMassG') return formatMass(certificate)
  if (Array.isArray(value)) return value.join('，')
  if (!isNumberMember(member)) return formatFreeValue(value as string | number | boolean)
  const { unit } = CERTIFICATE_FIELDS[member]
  const gap = unit === '%' || unit === '°' ? '' : '\u00a0'
  const number = `${formatMemberNumber(certificate, member)}${gap}${unit}`
  if (member !== 'caratMassCt') return number
  return `${number}（${formatDecimals(Number(value) * GRAMS_PER_CARAT, 2, 4)}\u00a0g）`
}

/** Formats the mass as `12.36 g（61.80 ct）`, of a piece of jewellery in grams alone; empty when it was not weighed. */
export function formatMass(certificate: Partial<Certificate>): string {
  const { totalMassG: massG } = certificate
  if (massG === null || massG === undefined) return ''
  const grams = `${formatMemberNumber(certificate, 'totalMassG')}\u00a0g`
  if (!isLooseStone(certificate)) return grams
  return `${grams}（${formatDecimals(massG / GRAMS_PER_CARAT, 2, 3)}\u00a0ct）`
}

/** Formats the size as `18.42 × 14.10 × 6.85 mm`. When a length is missing, the others are named: `长 18.42 mm，高 6.85 mm`. */
export function formatSize(certificate: Partial<Certificate>, language: 'label' | 'labelEn' = 'label'): string {
  const sizes = LENGTHS.map((member) => ({ member, digits: formatMemberNumber(certificate, member) }))
  const known = sizes.filter(({ digits }) => digits !== '')
  if (known.length === 0) return ''
  const isPlain = known.length === 3 || (known.length === 2 && sizes[2]?.digits === '')
  if (isPlain) return `${known.map(({ digits }) => digits).join(' × ')}\u00a0mm`
  return known
    .map(({ member, digits }) => `${CERTIFICATE_FIELDS[member][language]} ${digits}\u00a0mm`)
    .join(language === 'label' ? '，' : ', ')
}

function toSizeRow(certificate: Certificate): PrintedRow {
  const value = formatSize(certificate)
  const english = formatSize(certificate, 'labelEn')
  return { ...SIZE_FIELD, value, valueEn: english === value ? undefined : english, isWide: false }
}

const HAN = /\p{Script=Han}/u
/** Formats the value of a line for an English page or sheet; without a certain translation it stays Chinese. */
export function formatEnglishValue({ value, valueEn }: Pick<PrintedRow, 'value' | 'valueEn'>): string {
  if (valueEn) return valueEn.charAt(0).toUpperCase() + valueEn.slice(1)
  // Chinese text keeps its own punctuation.
  if (HAN.test(value)) return value
  const text = formatEnglishDay(value)
  return text.replaceAll('（', ' (').replaceAll('）', ')').replaceAll('，', ', ')
}

const TITLES = {
  diamond: ['钻石分级证书', 'Diamond Grading Certificate'],
  metal: ['贵金属饰品检测证书', 'Precious Metal Jewellery Certificate'],
} as const
const TITLE = ['珠宝玉石鉴定证书', 'Gem Identification Certificate'] as const

/** Title of a certificate in Chinese and in English. */
export const getCertificateTitle = (category: Certificate['category']): readonly [chinese: string, english: string] =>
  (TITLES as Partial<Record<Certificate['category'], readonly [string, string]>>)[category] ?? TITLE
