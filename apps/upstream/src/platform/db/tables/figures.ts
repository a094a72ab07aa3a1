/** `miss`: a search without hits. `unknown`: the start of a number that does not exist. */
export type CountKind = 'view' | 'lookup' | 'unknown' | 'miss' | 'storage'

export type HealthMark = 'mail.sent' | 'mail.failed' | 'audit.checked' | 'log.checked'

/** Counts and health. */
export interface FiguresTables {
  /** `page_views` and `visitors`. */
  site_counters: { name: string; value: number }
  visitors: { visitor_hash: string; first_seen_at: number }
  /** What was searched here with success, by day. `times`: different clients on that day. */
  search_terms: { keyword: string; day: string; times: number }
  /** Which clients were counted today, so that each counts once. The digest is of client and day; no address. */
  search_clients: { keyword: string; day: string; client_hash: string }
  /**
   * What happened on a day in UTC+8, without any trace of persons. `storage`: a sample instead of a count, bytes.
   */
  daily_counts: { day: string; kind: CountKind; key: string; times: number }
  /** When something last happened: mails, the checks of audit log and public log. */
  health_marks: { name: HealthMark; at: number; detail: string }
}
