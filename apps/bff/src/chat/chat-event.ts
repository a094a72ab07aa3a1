import type { ChatMessage } from '@portal/contract/frames.ts'
import type { NoticeCounters } from '@portal/contract/messages.ts'

/**
 * Something that every open socket of one user is to hear of, on every instance. The same event may come twice: whoever
 * shows it leaves out what was seen. `peerId` is the other person of the conversation, `by` is who did it.
 */
export type ChatEvent =
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'withdrawn'; id: string; peerId: string; by: string }
  /** `counters`: of the one who read, where upstream told them along. */
  | { kind: 'read'; peerId: string; by: string; counters?: NoticeCounters }
  | { kind: 'typing'; peerId: string }
  /** The user has blocked somebody, or taken a block back. */
  | { kind: 'blocks' }
  /** Counters may have changed: upstream is to be asked, if it has not just said what they are. */
  | { kind: 'recount'; counters?: NoticeCounters }
  /** Of the session with this token's fingerprint; null: of all of the user's. */
  | { kind: 'session-ended'; fingerprint: string | null }
  /** A login of the user has ended, nobody here knows which: upstream is asked about each. */
  | { kind: 'sessions-changed' }
  /** Something was done past the sockets: upstream's source is to look what. */
  | { kind: 'look' }
