import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { type PrintedRow, toPrintedRows } from '@portal/contract/certificates/printed-rows.ts'

/** A row of a sheet. On a sheet in two languages it has label and value in both. */
export interface SheetRow extends PrintedRow {
  labelBeside?: string | undefined
  valueBeside?: string | undefined
}

/** Members whose rows are last in the table. */
const LAST: readonly string[] = ['standards', 'remarks', 'amendment', 'accreditation']
/** Signatories and dates at the foot, in this order. */
const AT_FOOT: readonly string[] = ['inspector', 'reviewer', 'approver', 'receivedOn', 'testedOn', 'issuedOn']
/** Maximum length at the foot, in characters; a longer text is in the table. */
const FOOT_MAX = 16
const ENGLISH_MAX = 120

/**
 * Returns the rows of the table: grades of a diamond first, members outside the contract after the contract's own,
 * standards and remarks last.
 */
export function listTableRows(certificate: Certificate): PrintedRow[] {
  const english = getEnglishConclusion(certificate) === '' ? ['conclusionEn'] : []
  const rows = toPrintedRows(certificate).filter(
    ({ member, group, value }) =>
      (group !== 'head' || member === 'category' || english.includes(member)) &&
      (!AT_FOOT.includes(member) || value.length > FOOT_MAX),
  )
  const getRank = ({ member, group }: PrintedRow) => {
    if (member === 'conclusionEn') return 0
    if (member === 'category') return 1
    if (certificate.category === 'diamond' && group === 'diamond') return 2
    if (certificate.category === 'diamond' && member === 'fluorescence') return 3
    if (AT_FOOT.includes(member)) return 6
    return LAST.includes(member) ? 7 : group === 'free' ? 5 : 4
  }
  return rows.toSorted((one, other) => getRank(one) - getRank(other))
}

/** Returns the conclusion in English, which is printed below the Chinese one; empty when it is too long for that. */
export function getEnglishConclusion({ conclusionEn }: Certificate): string {
  const english = conclusionEn?.trim() ?? ''
  return english.length > ENGLISH_MAX ? '' : english
}

/** Returns signatories and dates for the foot. */
export function listSignatureRows(certificate: Certificate): PrintedRow[] {
  const rows = toPrintedRows(certificate).filter(
    ({ member, value }) => AT_FOOT.includes(member) && value.length <= FOOT_MAX,
  )
  return rows.toSorted((one, other) => AT_FOOT.indexOf(one.member) - AT_FOOT.indexOf(other.member))
}
