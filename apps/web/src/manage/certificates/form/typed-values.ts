import { type CertificateCategory, GRAMS_PER_CARAT } from '@portal/contract/certificates/certificate-states.ts'
import { translateValue } from '@portal/contract/certificates/english-values.ts'
import { computeBirefringence } from '@portal/contract/certificates/rules/readings.ts'

type Fields = Readonly<Record<string, string>>

/** Kind of the index field: one spot reading of an aggregate, two readings of a crystal, or a text as printed. */
export function getIndexKind(category: CertificateCategory): 'spot' | 'pair' | 'text' {
  if (category === 'gemstone') return 'pair'
  return category === 'diamond' || category === 'metal' ? 'text' : 'spot'
}

const SPOT = '（点测）'
const FIGURES = /^[\d.]+$/

/** Converts `1.61（点测）` to `1.61` for its field; returns other texts unchanged. */
export function toShownSpot(text: string): string {
  const figures = text.endsWith(SPOT) ? text.slice(0, -SPOT.length) : ''
  return FIGURES.test(figures) ? figures : text
}

export const toStoredSpot = (typed: string): string => (FIGURES.test(typed) ? typed + SPOT : typed)

/** Splits a range into the lesser and the greater reading. */
export function toShownPair(text: string): [lesser: string, greater: string] {
  const at = text.indexOf('–')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

export const toStoredPair = (lesser: string, greater: string): string =>
  greater === '' ? lesser : `${lesser}–${greater}`

/** Converts 4.48 g to `22.40 ct`; `undefined` when the mass is not a number. */
export function formatCarats(grams: string): string | undefined {
  const text = grams.normalize('NFKC').trim()
  if (!/^\d{1,6}(?:\.\d{1,4})?$/.test(text) || Number(text) === 0) return undefined
  const digits = text.split('.')[1]?.length ?? 0
  return `${(Number(text) / GRAMS_PER_CARAT).toFixed(Math.min(digits, 3))} ct`
}

/** Whether the English conclusion equals the translation of the Chinese one in the table. */
export const isEnglishAutomatic = ({ conclusion = '', conclusionEn = '' }: Fields): boolean =>
  conclusionEn !== '' && conclusionEn === translateValue('conclusion', conclusion)

/** Sets a typed value and the values derived from it: the English name, the birefringence of two readings. */
export function setTypedValue(fields: Fields, category: CertificateCategory, member: string, value: string): Fields {
  const next: Record<string, string> = { ...fields, [member]: value }
  if (member === 'conclusion' && (!fields.conclusionEn || isEnglishAutomatic(fields))) {
    next.conclusionEn = translateValue('conclusion', value) ?? ''
  }
  if (member === 'refractiveIndex' && getIndexKind(category) === 'pair') {
    const before = computeBirefringence(fields.refractiveIndex ?? '')
    const now = computeBirefringence(value)
    if (now !== null) next.双折射率 = now
    else if (before !== null && fields.双折射率 === before) next.双折射率 = ''
  }
  return Object.fromEntries(Object.entries(next).filter(([, text]) => text !== ''))
}
