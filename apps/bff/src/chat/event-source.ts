import type { Session } from '#session/session-cookie.ts'
import type { ChatEvent } from './chat-event.ts'

/** Of one user with an open socket here. */
export interface Listener {
  userId: string
  /** Of any of the user's open sockets, asked anew for each call; `null` when none is left. */
  session: () => Session | null
  /** An event of upstream. It may be a repetition. */
  hear: (event: ChatEvent) => void
  /** Unread messages that were delivered to the user's pages, on any instance. */
  unreadTold: () => number
  /** Upstream no longer knows this token. */
  endSession: (token: string) => void
}

/** Hears what happens to a user at upstream, for as long as the user has a socket here. */
export interface EventSource {
  /** Polls soon, as something has probably happened. */
  wake(): void
  /** The user has read what this peer wrote. */
  read(peerId: string): void
  close(): void
}

/** Upstream's socket, a poll, or nothing while another instance listens for the user. */
export type ListenToUpstream = (listener: Listener) => EventSource
