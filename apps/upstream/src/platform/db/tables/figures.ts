/**
 * `miss`: a search without hits. `unknown`: the beginning of a number that does not exist. `missing`: the path of a request
 * without a page. `moved`: the source of a redirect. `read` with the number of an article: where a reader came from.
 */
export type CountKind = 'view' | 'lookup' | 'unknown' | 'miss' | 'storage' | 'missing' | 'moved' | `read.${number}`

export type HealthMark = 'mail.sent' | 'mail.failed' | 'audit.checked' | 'log.checked' | 'files.checked'

/** Counts of the site, and its state of health. */
export interface FiguresTables {
  /** Rows `page_views` and `visitors`. */
  site_counters: { name: string; value: number }
  visitors: { visitor_hash: string; first_seen_at: number }
  /** Successful searches of this site by day. `times`: number of clients on that day. */
  search_terms: { keyword: string; day: string; times: number }
  /** Clients that were counted on a day, so that each counts once. The digest of client and day contains no address. */
  search_clients: { keyword: string; day: string; client_hash: string }
  /** Counts of a day in UTC+8, without any personal data. `storage` is a size in bytes instead of a count. */
  daily_counts: { day: string; kind: CountKind; key: string; times: number }
  /** Times of the last mail, and of the last checks of audit log, public log and files. */
  health_marks: { name: HealthMark; at: number; detail: string }
}
