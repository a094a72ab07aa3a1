import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'

/** The bodies of forms with files are in memory until their responses have been sent. */
export interface FileFormLimits {
  /** Forms that hold a place at the same time; one of each client. */
  places: number
  /** A form takes a place when more than these bytes of it have arrived; a text alone never does. */
  freeBytes: number
  /** All of the body must arrive within this time after the form took its place. */
  totalMs: number
  /** Slower forms lose their place. The average is taken over each `windowMs`. */
  bytesPerSecond: number
  windowMs: number
}

/** What one client, or all together, may take of this server. Everything that listens has a limit. */
export interface ServerLimits {
  /** Of a JSON body; forms, uploads and the webhook have their own. */
  bodyBytes: number
  /** Of a request line with all header fields; more is answered 431. */
  headBytes: number
  /** Header fields of a request; more is answered 431. */
  headerFields: number
  /** Path and query as written; more is answered 414. */
  addressChars: number
  /** Open at once. */
  connections: number
  /** Open at once from one address, where no proxy stands in front. */
  connectionsPerAddress: number
  /** After so many requests a connection is closed, so that instances behind a proxy get their share again. */
  requestsPerConnection: number
  /** Requests of one connection that may wait for their answers; browsers and proxies send the next after the last. */
  waitingRequests: number
  /** Time for the whole head of a request, and for a whole request. */
  headMs: number
  requestMs: number
  /** How often connections are looked at for both. */
  checkEveryMs: number
  /** A client that neither reads nor writes for so long is gone. */
  silenceMs: number
  /** Between two requests. */
  keepAliveMs: number
  /** Files that one client receives at once. */
  filesPerClient: number
  /** A reader has this time, and a second more for each so many bytes, to take what was written; else it is cut off. */
  readerGraceMs: number
  readerBytesPerSecond: number
  fileForms: FileFormLimits
}

export const SERVER_LIMITS: ServerLimits = {
  // An article with its HTML is the largest.
  bodyBytes: 4 * 1024 * 1024,
  headBytes: 16 * 1024,
  headerFields: 100,
  addressChars: 8 * 1024,
  // Twice the sockets that the chat takes.
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
  // Longer than proxies keep theirs, so that none sends into a closing connection.
  keepAliveMs: 75 * SECOND_MS,
  filesPerClient: 64,
  readerGraceMs: 30 * SECOND_MS,
  readerBytesPerSecond: 8 * 1024,
  fileForms: {
    // Each has 10 MB at most: 80 MB.
    places: 8,
    // The largest size of a form of texts.
    freeBytes: 64 * 1024,
    // A picture of 3 MB takes 24 s at 1 Mbit/s.
    totalMs: 30 * SECOND_MS,
    bytesPerSecond: 8 * 1024,
    windowMs: 10 * SECOND_MS,
  },
}

/** What one client may ask for in a time; more is answered 429. */
export const CLIENT_BUDGETS = {
  /** A reader of many pages stays far below. */
  calls: { limit: 600, windowMs: 1 * MINUTE_MS },
  /**
   * Renders of uncached pages. Most visited pages are cached: the hundreds behind the one address of a company, a campus or
   * a mobile network stay below, and so does a search engine that reads five pages a second.
   */
  renders: { limit: 300, windowMs: 1 * MINUTE_MS },
  /** Messages of followers from one address of the official account platform. */
  wechat: { limit: 600, windowMs: 1 * MINUTE_MS },
  /** A browser in trouble sends a few. */
  policyReports: { limit: 60, windowMs: 1 * MINUTE_MS },
  /** Each takes a while to draw. */
  certificatePdfs: { limit: 30, windowMs: 1 * MINUTE_MS },
  /** Pages of shares: a chat group opens a link at once, from the one address of a mobile network. */
  shares: { limit: 120, windowMs: 1 * MINUTE_MS },
  /** Prints of staff: each starts a thread. */
  certificatePrints: { limit: 30, windowMs: 1 * MINUTE_MS },
  /**
   * Files of the public log. An auditor of a million certificates fetches 3,907 bundles of entries and as many tiles, once;
   * afterwards what is new.
   */
  logFiles: { limit: 12_000, windowMs: 1 * MINUTE_MS },
  /** Logins by a token in the address: each calls upstream. */
  tokenLogins: { limit: 60, windowMs: 1 * MINUTE_MS },
  /** Calls of one key of a partner: 600 × 100 pairs is a large shop's whole stock in minutes. */
  partnerKeys: { limit: 600, windowMs: 1 * MINUTE_MS },
  /** Calls of one client with a wrong key, and its calls at the same time. */
  partnerRefusals: { limit: 120, windowMs: 1 * MINUTE_MS },
} as const
