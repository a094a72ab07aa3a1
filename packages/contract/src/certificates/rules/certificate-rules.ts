import type { CertificateCategory } from '../certificate-states.ts'
import { type FieldRule, findMissing } from './required-fields.ts'
import { DEFAULT_STANDARDS, findWrongStandards, type Standard } from './standards.ts'
import type { Fault } from './value-faults.ts'

/** What the owner of a laboratory decides about its certificates. */
export interface CertificateRules {
  /** Differences from the default. */
  requiredFields: FieldRule[]
  /** Standards that a certificate may name. */
  standards: Standard[]
}

export const DEFAULT_RULES: CertificateRules = { requiredFields: [], standards: [...DEFAULT_STANDARDS] }

/**
 * Finds missing values and wrong standards.
 * @param values values by member, as typed or as read; pictures as an array
 * @param today `yyyy-MM-dd`
 */
export function checkByRules(
  { requiredFields, standards }: CertificateRules,
  category: CertificateCategory,
  values: Readonly<Record<string, unknown>>,
  today: string,
): { faults: Fault[]; warnings: Fault[] } {
  const { faults, warnings } = findMissing(requiredFields, category, values)
  return { faults, warnings: [...warnings, ...findWrongStandards(standards, values, today)] }
}
