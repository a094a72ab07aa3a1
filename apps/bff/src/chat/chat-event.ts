import type { NoticeCounters } from '@portal/contract/community/messages.ts'
import type { ChatMessage } from '@portal/contract/frames.ts'

/**
 * An event for every open socket of one user, on every instance. It may be delivered twice: the receiver drops
 * repetitions. `peerId` is the other user of the conversation, `by` the user who acted.
 */
export type ChatEvent =
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'withdrawn'; id: string; peerId: string; by: string }
  /** `counters` are the reader's, where upstream sent them. */
  | { kind: 'read'; peerId: string; by: string; counters?: NoticeCounters }
  | { kind: 'typing'; peerId: string }
  /** The user blocked or unblocked an account. */
  | { kind: 'blocks' }
  /** Counters may have changed: they are fetched unless upstream just sent them. */
  | { kind: 'recount'; counters?: NoticeCounters }
  /** Ends the session with this token's fingerprint; `null`: all of the user's sessions. */
  | { kind: 'session-ended'; fingerprint: string | null }
  /** A login of the user has ended, but it is unknown which: each is checked with upstream. */
  | { kind: 'sessions-changed' }
  /** An HTTP call has changed something: the source polls upstream. */
  | { kind: 'look' }
