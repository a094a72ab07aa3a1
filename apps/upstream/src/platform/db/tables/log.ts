import type { LoggedKind } from '@portal/contract/certificates/logged-text.ts'
import type { Generated } from 'kysely'

/**
 * How a certificate differs from the public log. `entry`: an entry of the number is missing, or is not that of its
 * text. `text`: the text to be shown is not the logged one. `pictures`: a file is not the logged one. `checkpoint`: the
 * entry is not under the signed checkpoint.
 */
export type Mismatch = 'entry' | 'text' | 'pictures' | 'checkpoint'

/** The public log of certificates; see decision 0040. */
export interface LogTables {
  /** One row. Its lock orders all entries. */
  log_state: {
    id: 1
    /** First line of checkpoints, fixed when the log is made. */
    origin: string | null
    /** Number of entries. */
    size: number
    /** Number of entries under the newest checkpoint. */
    signed_size: number
    /** The newest checkpoint: a signed note. */
    checkpoint: string | null
    /** Lines of witnesses on that checkpoint. */
    cosignatures: Generated<string>
    signed_at: number | null
    /** Reason why nothing is appended or signed any more. */
    stopped: string | null
  }
  log_entries: {
    /** Index from 0, without a gap. */
    idx: number
    /** 32 bytes, base64. */
    entry: string
    /** Empty: a head of the audit log, or an entry that was lost together with its number. */
    certificate_no: string
    /** `null`: its content was lost with a restored backup. */
    record_id: number | null
    /** Keyed digest of entry, number and record; see `sealEntry`. */
    seal: string
    /** Reason why it has no record. */
    note: Generated<string | null>
  }
  /** Texts that were hashed into entries. Those of an unfinished import have no entry yet. */
  log_records: {
    id: Generated<number>
    certificate_no: string
    version: number
    /** `audit`: the end of the audit log on a day, which has no certificate number. */
    kind: LoggedKind | 'audit'
    /** Index of the number's previous entry. */
    prev: number | null
    /** 32 bytes, base64. */
    salt: string
    /** Format of the text, see `LOGGED_FORMAT`. */
    format: number
    text: string
    /** Reason why it is later than its certificate. */
    note: string | null
    /** 0: made by the desk. */
    import_id: number
    made_at: number
  }
  /** Full tiles of hashes: the root of tile `idx` at `level` is hash `idx` of the level above. */
  log_tiles: { level: number; idx: number; root: string }
  /**
   * Certificates that wait for an entry: withdrawn while the log was stopped, or with an entry that was never
   * published.
   */
  log_backlog: {
    pos: number
    certificate_no: string
    /** Text of the future entry. */
    text: string
    /** Keyed digest of the text. */
    seal: string
  }
  /** Certificates that did not match their entry in a lookup. */
  certificate_mismatches: {
    certificate_no: string
    why: Mismatch
    first_at: number
    last_at: number
    /** Day of the last alarm. */
    alarmed_on: string
  }
  /** Configured witnesses and their last answers. */
  log_witnesses: {
    /** Verifier key. */
    key: string
    /** Size of the last checkpoint that it cosigned. */
    size: number
    /** Time of the last request, which serves as a lease: one instance sends one in a minute. */
    requested_at: number
    cosigned_at: number | null
    /** Reason why it did not cosign the newest checkpoint that was sent to it. */
    failure: string | null
  }
}
