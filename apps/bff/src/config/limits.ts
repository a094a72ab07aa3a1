import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'

/** Limits for forms with files, whose bodies are in memory until their responses have been sent. */
export interface FileFormLimits {
  /** Forms that hold a place at the same time, one per client. */
  places: number
  /** Number of received bytes after which a form needs a place; a form with texts only never does. */
  freeBytes: number
  /** Maximum time between taking a place and the end of the body. */
  totalMs: number
  /** Minimum rate: slower forms lose their place. The average is taken over each `windowMs`. */
  bytesPerSecond: number
  windowMs: number
}

/** Limits of what one client, or all together, may use of this server. Everything that listens has a limit. */
export interface ServerLimits {
  /** Size of a JSON body; forms, uploads and the webhook have their own limits. */
  bodyBytes: number
  /** Size of a request line with all header fields; more is answered 431. */
  headBytes: number
  /** Header fields of a request; more is answered 431. */
  headerFields: number
  /** Length of path and query as sent; more is answered 414. */
  addressChars: number
  /** Open connections. */
  connections: number
  /** Open connections from one address, where no proxy is in front. */
  connectionsPerAddress: number
  /** Number of requests after which a connection is closed, so that load spreads over new instances behind a proxy. */
  requestsPerConnection: number
  /**
   * Requests of one connection that may wait for their answers; browsers and proxies send the next after the last
   * answer.
   */
  waitingRequests: number
  /** Time for the whole head of a request, and for a whole request. */
  headMs: number
  requestMs: number
  /** Interval between checks of both times. */
  checkEveryMs: number
  /** Inactivity after which a connection is closed. */
  silenceMs: number
  /** Idle time between two requests. */
  keepAliveMs: number
  /** Files that one client receives at the same time. */
  filesPerClient: number
  /**
   * Time that a client has to read what was written, plus a second for each so many bytes; a slower one is
   * disconnected.
   */
  readerGraceMs: number
  readerBytesPerSecond: number
  fileForms: FileFormLimits
}

export const SERVER_LIMITS: ServerLimits = {
  // The largest body is an article with its HTML.
  bodyBytes: 4 * 1024 * 1024,
  headBytes: 16 * 1024,
  headerFields: 100,
  addressChars: 8 * 1024,
  // Twice the number of chat sockets.
  connections: 20_000,
  // Whole companies share one address; each of their browsers holds six.
  connectionsPerAddress: 2_000,
  requestsPerConnection: 10_000,
  waitingRequests: 64,
  headMs: 20 * SECOND_MS,
  // A picture of 10 MB from a slow phone takes more than a minute.
  requestMs: 2 * MINUTE_MS,
  checkEveryMs: 5 * SECOND_MS,
  silenceMs: 1 * MINUTE_MS,
  // Longer than proxies keep idle connections, so that none sends into a closing one.
  keepAliveMs: 75 * SECOND_MS,
  filesPerClient: 64,
  readerGraceMs: 30 * SECOND_MS,
  readerBytesPerSecond: 8 * 1024,
  fileForms: {
    // Each has at most 10 MB, together 80 MB.
    places: 8,
    // Maximum size of a form with texts only.
    freeBytes: 64 * 1024,
    // A picture of 3 MB takes 24 s at 1 Mbit/s.
    totalMs: 30 * SECOND_MS,
    bytesPerSecond: 8 * 1024,
    windowMs: 10 * SECOND_MS,
  },
}

/** Budgets of one client in a period; more is answered 429. */
export const CLIENT_BUDGETS = {
  /** A visitor who reads many pages stays far below. */
  calls: { limit: 600, windowMs: 1 * MINUTE_MS },
  /**
   * Renders of uncached pages. Most visited pages are cached: hundreds of visitors behind the one address of a company,
   * a campus or a mobile network stay below, and so does a search engine that reads five pages a second.
   */
  renders: { limit: 300, windowMs: 1 * MINUTE_MS },
  /** Messages of followers from one address of the official account platform. */
  wechat: { limit: 600, windowMs: 1 * MINUTE_MS },
  /** Requests without a page that are counted for staff: more of one client come from a scanner or a crawler. */
  missingPages: { limit: 20, windowMs: 1 * MINUTE_MS },
  /** Reports of policy violations; a faulty browser sends a few. */
  policyReports: { limit: 60, windowMs: 1 * MINUTE_MS },
  /** Certificates as PDF, which are expensive to draw. */
  certificatePdfs: { limit: 30, windowMs: 1 * MINUTE_MS },
  /**
   * Pages of shares: members of a chat group open a link at the same time, behind the one address of a mobile network.
   */
  shares: { limit: 120, windowMs: 1 * MINUTE_MS },
  /** Prints of staff; each starts a thread. */
  certificatePrints: { limit: 30, windowMs: 1 * MINUTE_MS },
  /**
   * Files of the public log. An auditor of a million certificates fetches 3,907 bundles of entries and as many tiles,
   * once; afterwards only new ones.
   */
  logFiles: { limit: 12_000, windowMs: 1 * MINUTE_MS },
  /** Logins by a token in the address: each calls upstream. */
  tokenLogins: { limit: 60, windowMs: 1 * MINUTE_MS },
  /** Calls of one key of a partner: 600 × 100 pairs cover a large shop's whole stock in minutes. */
  partnerKeys: { limit: 600, windowMs: 1 * MINUTE_MS },
  /** Calls of one client with a wrong key, and its concurrent calls. */
  partnerRefusals: { limit: 120, windowMs: 1 * MINUTE_MS },
} as const
