import { findReissue, formatReissue } from '@portal/contract/certificates/amendments.ts'
import { formatReplacement } from '@portal/contract/certificates/desk/print-rules.ts'
import type { PrintItem } from './print-types.ts'

/** Names the version or number that a certificate replaces. */
export function nameReplaced({ certificate, replaces }: PrintItem): string | undefined {
  if (replaces) return formatReplacement(certificate.version, replaces)
  const reissue = findReissue(certificate.amendment)
  return reissue && formatReissue(certificate.version, reissue)
}
