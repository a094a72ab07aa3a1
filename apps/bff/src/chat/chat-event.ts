import type { ChatMessage } from '@portal/contract/frames.ts'
import type { NoticeCounters } from '@portal/contract/messages.ts'

/**
 * An event for every open socket of one user, on every instance. It may be delivered twice: the
 * receiver drops repetitions. `peerId` is the other user of the conversation, `by` the acting one.
 */
export type ChatEvent =
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'withdrawn'; id: string; peerId: string; by: string }
  /** `counters`: of the reader, where upstream sent them. */
  | { kind: 'read'; peerId: string; by: string; counters?: NoticeCounters }
  | { kind: 'typing'; peerId: string }
  /** The user blocked or unblocked an account. */
  | { kind: 'blocks' }
  /** Counters may have changed: they are fetched unless upstream just sent them. */
  | { kind: 'recount'; counters?: NoticeCounters }
  /** Of the session with this token's fingerprint; null: of all of the user's. */
  | { kind: 'session-ended'; fingerprint: string | null }
  /** A login of the user has ended, it is unknown which: each is checked with upstream. */
  | { kind: 'sessions-changed' }
  /** Something was done by an HTTP call: the source polls upstream. */
  | { kind: 'look' }
