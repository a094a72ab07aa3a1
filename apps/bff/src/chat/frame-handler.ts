import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'
import type { ClientFrame, ReadFrame, SendFrame, TypingFrame, WithdrawFrame } from '@portal/contract/frames.ts'
import { createSerialQueue, type SerialQueue } from '@portal/server/serial-queue.ts'
import { AppError, malformed, refused } from '#errors.ts'
import type { ChatEvent } from './chat-event.ts'
import type { ChatMetrics } from './chat-metrics.ts'
import { isSessionOver } from './chat-upstream.ts'
import type { Connection } from './connection.ts'
import { findOwnMessage } from './own-message.ts'
import type { RelayDependencies } from './relay-dependencies.ts'
import { type RelayLimits, TYPING_GAP_MS } from './relay-limits.ts'
import type { UserHub } from './user-hub.ts'

interface Options {
  userId: string
  hub: UserHub
  dependencies: RelayDependencies
  limits: RelayLimits
  metrics: ChatMetrics
  publish: (userId: string, event: ChatEvent) => void
  endSession: (userId: string, token: string) => void
  /** Called after the last task. */
  onIdle: () => void
}

/** Number of peers whose last «is typing» is remembered. */
const TYPED_MAX = 64

/** Handles the frames of one user. */
export class FrameHandler {
  readonly #options: Options
  readonly #enqueue: SerialQueue
  readonly #typedAtMs = new Map<string, number>()
  #running = 0

  constructor(options: Options) {
    this.#options = options
    const tooMany = () => new AppError(CODE.tooMany, '发送过于频繁，请稍后重试')
    this.#enqueue = createSerialQueue(options.limits.waitingSends, tooMany)
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  handle(connection: Connection, frame: ClientFrame): void {
    if (frame.t === 'typing') this.#typing(frame)
    else void this.#run(connection, frame)
  }

  /** Runs messages in order; other frames do not wait for them. */
  async #run(connection: Connection, frame: SendFrame | WithdrawFrame | ReadFrame): Promise<void> {
    this.#running += 1
    try {
      await this.#enqueue(frame.t === 'send' ? 'sends' : 'others', () => {
        if (frame.t === 'send') return this.#send(connection, frame)
        return frame.t === 'withdraw' ? this.#withdraw(connection, frame) : this.#read(connection, frame)
      })
    } catch (error) {
      this.#fail(connection, frame.ref, error)
    }
    this.#running -= 1
    if (this.#running === 0) this.#options.onIdle()
  }

  #fail(connection: Connection, ref: string, error: unknown): void {
    const { userId, dependencies, endSession } = this.#options
    if (!(error instanceof AppError)) dependencies.log.error({ err: error }, 'unexpected error')
    const { code, message } = error instanceof AppError ? error : { code: CODE.rule, message: WIRE_TEXT.busy }
    connection.send({ t: 'error', ref, code, message })
    if (isSessionOver(error)) endSession(userId, connection.caller.session.token)
  }

  async #send(connection: Connection, frame: SendFrame): Promise<void> {
    const { userId, hub, dependencies, metrics, publish } = this.#options
    const content = dependencies.chat.clean(frame.content)
    if (isBlank(content)) throw malformed('消息不能为空')
    const releaseEcho = hub.expectEcho({ toUserId: frame.toUserId, content })
    try {
      const message = await dependencies.sendOnce(connection.caller, { ...frame, content })
      metrics.sent('ok')
      connection.send({ t: 'ok', ref: frame.ref, data: message })
      publish(userId, { kind: 'message', message })
      if (message.toUserId !== userId) publish(message.toUserId, { kind: 'message', message })
    } catch (error) {
      metrics.sent(error instanceof AppError && error.code < CODE.upstreamUnreachable ? 'refused' : 'failed')
      throw error
    } finally {
      releaseEcho()
    }
  }

  async #withdraw(connection: Connection, { id, ref }: WithdrawFrame): Promise<void> {
    const { userId, hub, dependencies, publish } = this.#options
    const { chat, now } = dependencies
    const { caller } = connection
    const peerId = hub.findPeer(id) ?? (await findOwnMessage(chat, caller, id, null, now()))?.toUserId
    if (peerId === undefined) throw refused('没有找到这条消息，只能撤回自己的消息')
    await chat.withdraw(caller, id, peerId)
    connection.send({ t: 'ok', ref, data: null })
    publish(userId, { kind: 'withdrawn', id, peerId, by: userId })
    publish(peerId, { kind: 'withdrawn', id, peerId: userId, by: userId })
  }

  async #read(connection: Connection, { userId: peerId, ref }: ReadFrame): Promise<void> {
    const { userId, hub, dependencies, publish } = this.#options
    const { received } = hub.counters
    const { counters, isHidden } = await dependencies.chat.read(connection.caller, peerId)
    connection.send({ t: 'ok', ref, data: null })
    // Upstream may or may not have counted messages that arrived meanwhile.
    const isCurrent = counters && received === hub.counters.received
    publish(userId, { kind: 'read', peerId, by: userId, ...(isCurrent ? { counters } : {}) })
    if (!isHidden) publish(peerId, { kind: 'read', peerId: userId, by: userId })
  }

  #typing({ toUserId }: TypingFrame): void {
    const { userId, dependencies, publish } = this.#options
    const nowMs = dependencies.now()
    const typedAtMs = this.#typedAtMs
    if (toUserId === userId || nowMs - (typedAtMs.get(toUserId) ?? Number.NEGATIVE_INFINITY) < TYPING_GAP_MS) return
    typedAtMs.delete(toUserId)
    typedAtMs.set(toUserId, nowMs)
    const [oldest] = typedAtMs.keys()
    if (typedAtMs.size > TYPED_MAX && oldest !== undefined) typedAtMs.delete(oldest)
    publish(toUserId, { kind: 'typing', peerId: userId })
  }
}

/** Whether a message shows neither picture nor text. */
export function isBlank(content: string): boolean {
  const text = content.replace(/<(?!img\b)[^>]*>/gi, '').replace(/&nbsp;/g, ' ')
  return text.trim() === ''
}
