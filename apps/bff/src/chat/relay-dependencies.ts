import type { ChatMessage, SendFrame } from '@portal/contract/frames.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Session } from '#session/session-cookie.ts'
import type { FanOut } from '#shared-state/fan-out.ts'
import type { Revocations } from '#shared-state/revocations.ts'
import type { ChatEvent } from './chat-event.ts'
import type { ChatCaller, ChatUpstream } from './chat-upstream.ts'
import type { Timers } from './timers.ts'

/** Receives the events of one user who has an open socket on this instance. */
export interface Listener {
  userId: string
  /** Session of any open socket of the user; `null` when none is left. */
  session: () => Session | null
  /** An event of upstream. It may be a repetition. */
  onEvent: (event: ChatEvent) => void
  /** Number of unread messages that were delivered to the user's pages, on any instance. */
  deliveredUnread: () => number
  /** Upstream no longer knows this token. */
  endSession: (token: string) => void
}

/** Events of one user at upstream, for as long as the user has a socket here. */
export interface EventSource {
  /** Polls soon, as something has probably happened. */
  wake(): void
  /** The user has read what this peer wrote. */
  read(peerId: string): void
  close(): void
}

export interface RelayDependencies {
  chat: ChatUpstream
  fanOut: FanOut
  revocations: Revocations
  /** Opens upstream's socket or a poll, or nothing while another instance listens for the user. */
  listenToUpstream: (listener: Listener) => EventSource
  /**
   * Sends a frame to upstream at most once for its `ref`.
   * @throws AppError with a text that may be shown
   */
  sendOnce: (caller: ChatCaller, frame: SendFrame) => Promise<ChatMessage>
  now: () => number
  timers: Timers
  log: FastifyBaseLogger
}
