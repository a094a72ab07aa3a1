import type { FieldRule } from './required-fields.ts'

/** What the owner of a laboratory decides about its certificates. */
export interface CertificateRules {
  /** Differences from the default. */
  requiredFields: FieldRule[]
}

export const DEFAULT_RULES: CertificateRules = { requiredFields: [] }
