import type { Generated } from 'kysely'

/** Role of an account in the family's clients, derived from its duties. */
export type Role = 'user' | 'editor' | 'owner'

/** Accounts, their sessions and the ways to log in. */
export interface AccountsTables {
  users: {
    /** 32 hex characters; `1` for the site owner. */
    id: string
    /** Login name, in lower case: the verified e-mail address of the registration. */
    account_name: string | null
    /** The address that its owner sees. It is unverified after an edit, so it is no login name. */
    email: string | null
    nickname: string
    /** Name on certificates and in the audit log, set by owners only; `null`: the account signs none. */
    signing_name: string | null
    /** The folded name, so that no two look alike. */
    signing_name_folded: string | null
    /** Picture of the signature, a `sha256` of `signature_pictures`; `null`: certificates show the name alone. */
    signing_picture: string | null
    avatar: string
    intro: string | null
    web_site: string | null
    address: string | null
    bj_cover: string | null
    /** `null`: no password login. */
    password_hash: string | null
    /** One of `ACCOUNT_STATUS`. */
    status: number
    role: Generated<Role>
    created_at: number
    last_login_at: number | null
    /** When the account is to be erased; `null` when it is not closing, or was erased. */
    closes_at: number | null
    /** 1: published writings stay when the account is closed. */
    keeps_writings: number | null
    /** Rises with each change by staff: duties, disabling. */
    managed_version: Generated<number>
  }
  sessions: {
    /** SHA-256 of the token, hex. The token itself is stored nowhere. */
    token_hash: string
    /** Random id that identifies the session for its owner, who can end it. */
    id: string
    /** Browser and system in words; `null` when they are not known. */
    device: string | null
    user_id: string
    created_at: number
    /** Precise to ten minutes. */
    last_used_at: number | null
    expires_at: number
    /** When the second factor was last proved; `null`: not in this session, so that its duties do not count. */
    factor_at: Generated<number | null>
    /** When a call that needs a fresh proof last succeeded, which renews that proof. */
    renewed_at: Generated<number | null>
    /** Network of that proof, /24 or /48, which the holder of the account sees. */
    factor_network: Generated<string | null>
  }
  /** One row: number of sessions that ended before their expiry, counted by triggers. */
  session_ends: { times: number }
  /** One row per address: its newest code, and the number of sent codes. */
  email_codes: {
    email: string
    /** HMAC of the code; `null` once it was used or could not be mailed. */
    code_hash: string | null
    expires_at: number
    tries: number
    sent_at: number
    day_started_at: number
    sent_in_day: number
  }
  /** Accounts at providers of social login, WeChat included. */
  social_accounts: { provider: string; provider_user_id: string; user_id: string; created_at: number }
  /** Social logins that were begun and not completed. */
  oauth_states: {
    /** SHA-256 of the state. */
    state_hash: string
    provider: string
    /** Verifier for PKCE; `null` when the provider does not support PKCE. */
    verifier: string | null
    expires_at: number
  }
  wechat_codes: {
    code_hash: string
    /** Client that requested the code. */
    client_hash: string
    /** The user who sent the code to the official account; `null` until it arrives. */
    user_id: string | null
    expires_at: number
  }
  /** Answered messages to the official account: WeChat repeats a message when the response is slow. */
  wechat_messages: { message_id: string; received_at: number }
}
