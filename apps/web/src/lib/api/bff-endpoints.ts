import type { UserInfo } from '@portal/contract/accounts/users.ts'
import type { ReceiptKey } from '@portal/contract/certificates/certificate-receipt.ts'

/** State of the certificate lookup. */
interface CertificateSite {
  /** Whether a source of certificates is connected. */
  isOpen: boolean
  /** Scheme and host of the official site, named in receipts. */
  officialOrigin: string
  /** Keys of receipts, newest first. */
  keys: readonly ReceiptKey[]
}

/** Answers of BFF endpoints outside the contract. */
export interface BffAnswers {
  'GET /bff/session': { user: UserInfo | null; expiresAt: string | null }
  'GET /bff/certificates': CertificateSite
}

export type BffKey = keyof BffAnswers
