import type { Duty } from '@portal/contract/accounts/duties.ts'
import type { MarkKind } from '@portal/contract/accounts/people-rules.ts'
import type { DemoKind } from '@portal/contract/site/demo.ts'
import type { ViewList } from '@portal/contract/site/saved-view-rules.ts'
import type { Generated } from 'kysely'

/** Staff: duties, second factor, authorisations, audit log, first set-up. */
export interface StaffTables {
  duties: { user_id: string; duty: Duty; given_by: string | null; given_at: number }
  /** Nicknames and names for signing of present and former staff: no other account may use one. */
  staff_names: { user_id: string; name: string }
  passkeys: {
    user_id: string
    /** Id of the credential, base64url. */
    id: string
    /** COSE key, base64url. */
    public_key: string
    counter: number
    /** JSON list. */
    transports: string
    is_synced: number
    label: string
    created_at: number
    last_used_at: number | null
  }
  totp_secrets: {
    user_id: string
    /** AES-256-GCM with a key of the installation, base64url. */
    sealed: string
    /** `null`: the method is not valid yet. */
    confirmed_at: number | null
    /** Time step of the last accepted code, 30 s each: a code counts once. */
    last_step: number
    last_used_at: number | null
    created_at: number
  }
  /** Unused recovery codes. `code_hash` is a keyed digest. */
  recovery_codes: { user_id: string; code_hash: string }
  /** Networks, /24 or /48, in which an account has proved the second factor. */
  proved_networks: { user_id: string; network: string; proved_at: number }
  /** Uses of a key in a fixed window, counted over all instances. */
  limit_windows: { kind: string; key: string; uses: number; ends_at: number }
  /** Open WebAuthn ceremonies. Each counts once, for its session and purpose. */
  factor_challenges: {
    user_id: string
    challenge: string
    session_id: string
    purpose: 'enrol' | 'prove'
    expires_at: number
  }
  /** Periods during which staff disabled accounts. */
  penalties: {
    id: Generated<number>
    user_id: string
    reason: string
    /** Staff member who imposed it; `null`: the operator. */
    given_by: string | null
    given_at: number
    /** When it ends by itself; `null`: it lasts until it is lifted. */
    ends_at: number | null
    /** `null`: it is in force. */
    lifted_at: number | null
    /** `null`: it ended by itself. */
    lifted_by: string | null
  }
  /** Requested resets of a second factor. */
  factor_resets: {
    user_id: string
    requested_by: string
    requested_at: number
    due_at: number
    code_hash: string
    /** `null`: the mail could not be sent, and the reset has no effect. */
    mailed_at: number | null
  }
  /** Invitations of staff that are not accepted yet. */
  invitations: {
    id: Generated<number>
    email: string
    /** JSON: `Duty[]`. */
    duties: string
    code_hash: string
    invited_by: string
    created_at: number
    expires_at: number
    /** `null`: the mail could not be sent. */
    mailed_at: number | null
  }
  /** Authorisations to sign certificates. */
  signatories: {
    id: Generated<number>
    user_id: string
    title: string
    /** JSON: `CertificateCategory[]`. */
    categories: string
    valid_from: string
    /** The last day of validity. */
    valid_to: string
    version: number
    withdrawn_at: number | null
    updated_at: number
    /** Record of the absent signatory whom this one stands in for; `null`: an authorisation of its own. */
    deputy_of: number | null
  }
  /** Accreditation marks that certificates may carry, one row a kind. */
  marks: {
    kind: MarkKind
    number: string
    /** JSON: `CertificateCategory[]`. */
    categories: string
    scope: string
    /** JSON: codes of standards in the scope. */
    standards: string
    is_printed: number
    /** The last day of validity. */
    valid_to: string
    version: number
    updated_at: number
  }
  /** Saved filters of staff. */
  saved_views: { id: Generated<number>; user_id: string; list: ViewList; name: string; query: string; version: number }
  /** Actions of staff (decision 0038). Triggers refuse UPDATE and DELETE. */
  audit_log: {
    id: Generated<number>
    at: number
    /** `null`: the operator's command, or the site itself. */
    actor_id: string | null
    actor_name: string
    action: string
    target_kind: string | null
    target_id: string | null
    target_name: string | null
    /** JSON: `AuditChange[]` of the contract. */
    changes: string
    outcome: 'done' | 'refused' | 'failed'
    reason: string | null
    request_id: string
    network: string
    device: string | null
    /**
     * Text for searches, in the words of the page and in lower case. It is derived from the other columns and not
     * hashed.
     */
    search_text: Generated<string>
    previous_hash: string
    hash: string
  }
  /** One row: number of entries and the newest hash. `base`: entries that an operator has accepted, sealed. */
  audit_head: { entries: number; hash: string; base: Generated<string | null> }
  /** One row at most: the code that creates the first owner. */
  setup_codes: {
    id: number
    /** SHA-256, hex. */
    code_hash: string
    expires_at: number
    wrong_tries: number
    used_at: number | null
    /** The owner whose account was created with it. */
    owner_id: string | null
  }
  /** Rows of the demo content, by `DemoKind` of the contract. */
  demo_rows: {
    kind: DemoKind
    id: string
    /** The stored value of a setting, or import of a certificate. A changed row belongs to the site. */
    value: string | null
  }
}
