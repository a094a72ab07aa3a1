import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'
import type { ClientFrame, ReadFrame, SendFrame, TypingFrame, WithdrawFrame } from '@portal/contract/frames.ts'
import { AppError, malformed, refused } from '#errors.ts'
import type { ChatEvent } from './chat-event.ts'
import type { ChatMetrics } from './chat-metrics.ts'
import { isSessionOver } from './chat-upstream.ts'
import type { Connection } from './connection.ts'
import { findOwnMessage } from './own-message.ts'
import type { RelayDependencies } from './relay-dependencies.ts'
import { type RelayLimits, TYPING_GAP_MS } from './relay-limits.ts'
import { createSerialQueue } from './serial-queue.ts'
import type { UserHub } from './user-hub.ts'

/** Does what the frames of one user ask for, and answers them. */
export interface FrameAnswers {
  handle(connection: Connection, frame: ClientFrame): void
  /** Nothing is under way. */
  readonly isIdle: boolean
}

interface Options {
  userId: string
  hub: UserHub
  dependencies: RelayDependencies
  limits: RelayLimits
  metrics: ChatMetrics
  tell: (userId: string, event: ChatEvent) => void
  endSession: (userId: string, token: string) => void
  /** The last work is done. */
  onIdle: () => void
}

/** Peers whose last «is typing» is remembered. */
const TYPED_MAX = 64

export function createFrameAnswers(options: Options): FrameAnswers {
  const { userId, hub, limits, metrics, tell, endSession, onIdle } = options
  const { chat, sendOnce, now, log } = options.dependencies
  // Messages keep their order; other frames do not wait for them.
  const sends = createSerialQueue(limits.waitingSends, idle)
  const others = createSerialQueue(limits.waitingSends, idle)
  const typedAtMs = new Map<string, number>()

  function idle(): void {
    if (sends.isEmpty && others.isEmpty) onIdle()
  }

  /** Has `work` answer a frame when its turn comes; a failure is answered here. */
  function answer(connection: Connection, ref: string, line: typeof sends, work: () => Promise<void>): void {
    const isTaken = line.add(async () => {
      try {
        await work()
      } catch (error) {
        fail(connection, ref, error)
      }
    })
    if (!isTaken) fail(connection, ref, new AppError(CODE.tooMany, '发送过于频繁，请稍后重试'))
  }

  function fail(connection: Connection, ref: string, error: unknown): void {
    if (!(error instanceof AppError)) log.error({ err: error }, 'unexpected error')
    const { code, message } = error instanceof AppError ? error : { code: CODE.rule, message: WIRE_TEXT.busy }
    connection.send({ t: 'error', ref, code, message })
    if (isSessionOver(error)) endSession(userId, connection.caller.session.token)
  }

  async function send(connection: Connection, frame: SendFrame): Promise<void> {
    const content = chat.clean(frame.content)
    if (isBlank(content)) throw malformed('消息不能为空')
    const releaseEcho = hub.expectEcho({ toUserId: frame.toUserId, content })
    try {
      const message = await sendOnce(connection.caller, { ...frame, content })
      metrics.sent('ok')
      connection.send({ t: 'ok', ref: frame.ref, data: message })
      tell(userId, { kind: 'message', message })
      if (message.toUserId !== userId) tell(message.toUserId, { kind: 'message', message })
    } catch (error) {
      metrics.sent(error instanceof AppError && error.code < CODE.upstreamUnreachable ? 'refused' : 'failed')
      throw error
    } finally {
      releaseEcho()
    }
  }

  async function withdraw(connection: Connection, { id, ref }: WithdrawFrame): Promise<void> {
    const { caller } = connection
    const peerId = hub.peerOfOwn(id) ?? (await findOwnMessage(chat, caller, id, null, now()))?.toUserId
    if (peerId === undefined) throw refused('没有找到这条消息，只能撤回自己的消息')
    await chat.withdraw(caller, id, peerId)
    connection.send({ t: 'ok', ref, data: null })
    tell(userId, { kind: 'withdrawn', id, peerId, by: userId })
    tell(peerId, { kind: 'withdrawn', id, peerId: userId, by: userId })
  }

  async function read(connection: Connection, { userId: peerId, ref }: ReadFrame): Promise<void> {
    const { arrivals } = hub.counters
    const { counters: told, isHidden } = await chat.read(connection.caller, peerId)
    connection.send({ t: 'ok', ref, data: null })
    // What came meanwhile may have been counted or not.
    const counters = told && arrivals === hub.counters.arrivals ? { counters: told } : {}
    tell(userId, { kind: 'read', peerId, by: userId, ...counters })
    if (!isHidden) tell(peerId, { kind: 'read', peerId: userId, by: userId })
  }

  function typing({ toUserId }: TypingFrame): void {
    if (toUserId === userId || now() - (typedAtMs.get(toUserId) ?? Number.NEGATIVE_INFINITY) < TYPING_GAP_MS) return
    typedAtMs.delete(toUserId)
    typedAtMs.set(toUserId, now())
    const [oldest] = typedAtMs.keys()
    if (typedAtMs.size > TYPED_MAX && oldest !== undefined) typedAtMs.delete(oldest)
    tell(toUserId, { kind: 'typing', peerId: userId })
  }

  return {
    get isIdle() {
      return sends.isEmpty && others.isEmpty
    },
    handle(connection, frame) {
      switch (frame.t) {
        case 'send':
          return answer(connection, frame.ref, sends, () => send(connection, frame))
        case 'withdraw':
          return answer(connection, frame.ref, others, () => withdraw(connection, frame))
        case 'read':
          return answer(connection, frame.ref, others, () => read(connection, frame))
        case 'typing':
          return typing(frame)
      }
    },
  }
}

/** Nothing is to be seen of it: no picture and no text. */
export function isBlank(content: string): boolean {
  const text = content.replace(/<(?!img\b)[^>]*>/gi, '').replace(/&nbsp;/g, ' ')
  return text.trim() === ''
}
