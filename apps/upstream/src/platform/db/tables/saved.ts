import type { SavedCertificateState } from '@portal/contract/certificates/saved-certificate-rules.ts'
import type { Generated } from 'kysely'

/** Reason of a notice to members who saved a certificate. */
export type NoticeKind = 'correction' | 'withdrawal' | 'reissue'

/** Certificates that members saved, shares, and notices of changes. */
export interface SavedTables {
  saved_certificates: {
    user_id: string
    certificate_no: string
    /** Version and state when it was saved, or when its member last saw a change. */
    version: number
    state: SavedCertificateState
    saved_at: number
  }
  /** Members who want no mail when a saved certificate changes. */
  saved_certificate_mail_opt_outs: { user_id: string }
  certificate_shares: {
    id: Generated<number>
    /** SHA-256 of the secret in the link. */
    secret_hash: string
    certificate_no: string
    /** The shared version; the newest one is shown. */
    version: number
    /** `null`: a visitor created it. */
    user_id: string | null
    /** Client of a visitor: keyed digest of the client's address, and SHA-256 of the key that revokes the share. */
    client: string | null
    revoke_hash: string | null
    started_at: number
    ends_at: number
    revoked_at: number | null
  }
  /** Number of times that the page of a share was opened on a day (UTC+8). */
  certificate_share_opens: { share_id: number; day: string; times: number }
  /** Outbox of notices to members who saved a certificate, written in the transaction of the change. */
  certificate_notices: {
    id: Generated<number>
    certificate_no: string
    /** The version that is shown now. */
    version: number
    kind: NoticeKind
    /** New number of a reissue. */
    newer_no: string | null
    created_at: number
    /** Id of the last member who was notified; empty: none. */
    notified_to: string
  }
}
