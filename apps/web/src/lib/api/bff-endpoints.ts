import type { ReceiptKey } from '@portal/contract/certificates/certificate-receipt.ts'
import type { UserInfo } from '@portal/contract/users.ts'

/** What the BFF says of the certificate lookup of this site. */
interface CertificateSite {
  /** Whether a source of certificates is connected at all. */
  isOpen: boolean
  /** Scheme and host under which the laboratory answers; receipts name it. */
  officialOrigin: string
  /** For receipts; the newest first. */
  keys: readonly ReceiptKey[]
}

/** Answers of the BFF's own, by call. */
export interface BffAnswers {
  'GET /bff/session': { user: UserInfo | null; expiresAt: string | null }
  'GET /bff/certificates': CertificateSite
}

export type BffKey = keyof BffAnswers
