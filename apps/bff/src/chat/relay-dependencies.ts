import type { ChatMessage, SendFrame } from '@portal/contract/frames.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { FanOut } from '#shared-state/fan-out.ts'
import type { Revocations } from '#shared-state/revocations.ts'
import type { ChatCaller, ChatUpstream } from './chat-upstream.ts'
import type { ListenToUpstream } from './event-source.ts'
import type { Timers } from './timers.ts'

/** What the relay is put together from. */
export interface RelayDependencies {
  chat: ChatUpstream
  fanOut: FanOut
  revocations: Revocations
  listenToUpstream: ListenToUpstream
  /** Sends a frame upstream, once for its `ref`. @throws AppError in words fit to be shown */
  sendOnce: (caller: ChatCaller, frame: SendFrame) => Promise<ChatMessage>
  now: () => number
  timers: Timers
  log: FastifyBaseLogger
}
