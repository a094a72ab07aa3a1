import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { Answers } from './judge-step.ts'

/** What the fields of every step are given. */
export interface FieldsProps {
  certificate: Certificate
  answers: Answers
  /** Something was chosen: it stands. */
  choose: (changes: Partial<Answers>) => void
  /** Something is being typed: it stands once the field is left. */
  type: (changes: Partial<Answers>) => void
}
