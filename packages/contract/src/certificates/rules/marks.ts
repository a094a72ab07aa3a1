import { MARK_KINDS, type MarkKind } from '../../accounts/people-rules.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '../certificate-states.ts'
import { readStandardCode, splitStandards } from './standards.ts'

/** A mark of accreditation with the scope of its licence. */
export interface LicensedMark {
  kind: MarkKind
  number: string
  categories: readonly CertificateCategory[]
  /** Codes with or without a year; one without means every edition. */
  standards: readonly string[]
  /** Last day of validity. */
  validTo: string
  isPrinted: boolean
}

/**
 * Finds the reason why a certificate may not carry a mark: its category and every standard that it names must be within the scope on
 * the day of approval.
 * @param values texts as typed or as read
 * @returns Chinese; `undefined` when it may
 */
export function findMarkRefusal(
  { number, categories, standards, validTo, isPrinted }: LicensedMark,
  category: CertificateCategory,
  values: Readonly<Record<string, unknown>>,
  day: string,
): string | undefined {
  if (!isPrinted) return '已设为不印'
  if (number === '' || validTo < day) return `资质有效至 ${validTo}`
  if (!categories.includes(category)) return `${CERTIFICATE_CATEGORIES[category]}不在资质范围内`
  const cited = splitStandards(values.standards)
  if (cited.length === 0) return '没有检验依据'
  const outside = cited.filter((one) => !standards.some((licensed) => isCovered(one, licensed)))
  return outside.length > 0 ? `${outside.join('、')} 不在资质范围内` : undefined
}

function isCovered(typed: string, licensed: string): boolean {
  const [cited, scope] = [readStandardCode(typed), readStandardCode(licensed)]
  if (!cited || !scope || cited.name !== scope.name) return false
  return scope.year === '' || cited.year === '' || cited.year === scope.year
}

type ShownMark = Pick<LicensedMark, 'kind' | 'number'>

/** Formats the marks that a certificate carries, as its member `accreditation` stores them: `CMA 240000000001；CNAS L0001`. */
export const formatAccreditation = (marks: readonly ShownMark[]): string =>
  marks.map(({ kind, number }) => `${kind.toUpperCase()} ${number}`).join('；')

/** Reads the marks of a certificate. */
export function readAccreditation(text: string | null | undefined): ShownMark[] {
  return (text ?? '').split('；').flatMap((one) => {
    const at = one.indexOf(' ')
    const kind = MARK_KINDS.find((known) => known === one.slice(0, at).toLowerCase())
    return kind ? [{ kind, number: one.slice(at + 1) }] : []
  })
}
