import type { LoggedKind } from '@portal/contract/certificates/logged-text.ts'
import type { Generated } from 'kysely'

/**
 * What of a certificate does not match the public log. `entry`: an entry of the number is missing, or is not that of its text.
 * `text`: what would be shown is not the logged text. `pictures`: a file is not the logged one. `checkpoint`: the entry is not under
 * the signed checkpoint.
 */
export type Mismatch = 'entry' | 'text' | 'pictures' | 'checkpoint'

/** The public log of certificates; see decision 0040. */
export interface LogTables {
  /** One row. Its lock makes one sequence of all entries. */
  log_state: {
    id: 1
    /** First line of checkpoints, fixed when the log is made. */
    origin: string | null
    /** Entries. */
    size: number
    /** Entries under the newest checkpoint. */
    signed_size: number
    /** The newest one: a signed note. */
    checkpoint: string | null
    /** Lines of witnesses on that checkpoint. */
    cosignatures: Generated<string>
    signed_at: number | null
    /** Why nothing is appended or signed any more. */
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
    /** Why it has no record. */
    note: Generated<string | null>
  }
  /** What was hashed into entries. Those of an unfinished import are in no entry yet. */
  log_records: {
    id: Generated<number>
    certificate_no: string
    version: number
    /** `audit`: the end of the audit log on a day, which has no certificate number. */
    kind: LoggedKind | 'audit'
    /** Index of the number's entry before. */
    prev: number | null
    /** 32 bytes, base64. */
    salt: string
    /** Format of the text, see `LOGGED_FORMAT`. */
    format: number
    text: string
    /** Why it was made later than its certificate. */
    note: string | null
    /** 0: the desk. */
    import_id: number
    made_at: number
  }
  /** Full tiles of hashes: the root of tile `idx` at `level` is hash `idx` of the level above. */
  log_tiles: { level: number; idx: number; root: string }
  /** Certificates that wait for an entry: withdrawn while the log was stopped, or with an entry that was never published. */
  log_backlog: {
    pos: number
    certificate_no: string
    /** What the entry will be made of. */
    text: string
    /** Keyed digest of the text. */
    seal: string
  }
  /** Certificates that did not match their entry when they were to be shown. */
  certificate_mismatches: {
    certificate_no: string
    why: Mismatch
    first_at: number
    last_at: number
    /** Day of the last alarm. */
    alarmed_on: string
  }
  /** Configured witnesses. */
  log_witnesses: {
    /** Verifier key. */
    key: string
    /** Size of the checkpoint that it cosigned last. */
    size: number
    /** Time of the last request; serves as a lease: one instance sends one in a minute. */
    requested_at: number
    cosigned_at: number | null
    /** Why it did not cosign the newest checkpoint that it was sent. */
    failure: string | null
  }
}
