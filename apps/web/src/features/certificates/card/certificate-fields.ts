import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import type { ReactNode } from 'react'

const { inspector, reviewer, approver, issuedOn } = CERTIFICATE_FIELDS
/** Names of the people and the day of issue, in their order at the bottom of the certificate. */
export const SIGNED_FIELDS = [inspector, reviewer, approver, issuedOn]

/** Word before which the brand mark splits the name, as in the header. */
const MARK_BREAK = '珠宝'

/** The laboratory's name in two lines. */
export function splitName(name: string): { head: ReactNode; rest: ReactNode } {
  const at = name.indexOf(MARK_BREAK)
  return at > 0 ? { head: name.slice(0, at), rest: name.slice(at) } : { head: name, rest: '' }
}
