import type { ChatMessage } from '@portal/contract/frames.ts'

/**
 * Something that every open socket of one user is to hear of, on every instance. The same event may come twice: whoever
 * shows it leaves out what was seen. `peerId` is the other person of the conversation, `by` is who did it.
 */
export type ChatEvent =
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'withdrawn'; id: string; peerId: string; by: string }
  | { kind: 'read'; peerId: string; by: string }
  | { kind: 'typing'; peerId: string }
  /** Counters may have changed: upstream is to be asked. */
  | { kind: 'recount' }
  /** Of the session with this token's fingerprint; null: of all of the user's. */
  | { kind: 'session-ended'; fingerprint: string | null }
