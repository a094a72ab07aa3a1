import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { ChatMessage, SendFrame } from '@portal/contract/frames.ts'
import { REF_MS } from '@portal/contract/socket.ts'
import { AppError, malformed } from '#errors.ts'
import type { Begun, IdempotencyStore } from '#shared-state/idempotency-store.ts'
import { isNeverSent } from '#upstream/reachability.ts'
import { type ChatCaller, type ChatUpstream, isSessionOver, type OutgoingMessage } from './chat-upstream.ts'
import type { RelayDependencies } from './relay-dependencies.ts'
import { createSentLookup } from './sent-lookup.ts'

interface Options {
  chatUpstream: ChatUpstream
  idempotency: IdempotencyStore
  now: () => number
  /** Waits between two checks of another instance's progress. */
  wait?: (ms: number) => Promise<unknown>
}

/** One frame to send. */
interface Send {
  caller: ChatCaller
  message: OutgoingMessage
  /** Digest of the user and `ref`. */
  key: string
  idempotencyKey: string
  /** Time since which upstream may have stored the message, epoch ms; `null`: it cannot have it. */
  doubtSinceMs: number | null
}

/** Stored result of a frame. `stored`: upstream has the message, but its id is unknown. */
type Fate =
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'refused'; code: number; text: string }
  | { kind: 'stored'; sinceMs: number }

/** Age up to which a store may not know a frame that was sent before. */
const YOUNG_MS = 2 * MINUTE_MS
const LOOK_MS = 200
/** Longer than any send takes, including a second attempt. */
const PATIENCE_MS = 3 * MINUTE_MS
/** Codes that a retry would get again; others («busy», «too many», «log in») may succeed later. */
const FINAL_REFUSALS: readonly number[] = [CODE.rule, CODE.refused, CODE.lacksPermission]

/**
 * Sends a message once for each `ref` of a user, despite lost connections, instances and responses (docs/chat.md,
 * «Send once»).
 * @throws AppError upstream's refusal; 504 when it is unknown whether the message was sent: repeating the frame finds
 * out
 */
export function createSendOnce({
  chatUpstream,
  idempotency,
  now,
  wait = delay,
}: Options): RelayDependencies['sendOnce'] {
  const inFlight = new Map<string, Promise<ChatMessage>>()
  const lookup = createSentLookup({ chatUpstream, idempotency })
  /** Whether upstream supports `Idempotency-Key`, so that a retry needs no search. */
  let isKeyHonoured = false

  async function sendNew(send: Send, frame: SendFrame): Promise<ChatMessage> {
    const begun = await beginWhenFree(send.key)
    if (begun.kind === 'known') return recall(send, JSON.parse(begun.result) as Fate)
    send.doubtSinceMs = getDoubtStart(begun, frame)
    const fate = await findFate(send).catch(async (error: unknown) => {
      await (send.doubtSinceMs === null ? idempotency.forget(send.key) : idempotency.abandon(send.key))
      throw isUnclear(error) ? createFateUnknown(error) : error
    })
    await idempotency.complete(send.key, JSON.stringify(fate))
    return recall(send, fate)
  }

  /** Waits while another instance sends the frame, until its result is stored or it stops. */
  async function beginWhenFree(key: string): Promise<Exclude<Begun, { kind: 'pending' }>> {
    for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
      const begun = await idempotency.begin(key)
      if (begun.kind !== 'pending') return begun
      await wait(LOOK_MS)
    }
    throw createFateUnknown()
  }

  /** Whether the frame may have been sent before it came here. */
  function getDoubtStart(begun: Begun, frame: SendFrame): number | null {
    const sinceMs = [
      ...(begun.kind === 'unclear' ? [begun.sinceMs] : []),
      ...(frame.again ? [now() - REF_MS] : []),
      ...(now() - idempotency.knowsSinceMs < YOUNG_MS ? [idempotency.knowsSinceMs] : []),
    ]
    return sinceMs.length > 0 ? Math.min(...sinceMs) : null
  }

  async function findFate(send: Send): Promise<Fate> {
    if (send.doubtSinceMs !== null) return retryAfterSearch(send, send.doubtSinceMs)
    const sinceMs = now()
    try {
      return await sendToUpstream(send)
    } catch (error) {
      if (!isUnclear(error)) return toRefusal(error)
      send.doubtSinceMs = sinceMs
      return retryAfterSearch(send, sinceMs)
    }
  }

  /** Searches upstream for the message before it is sent a last time. */
  async function retryAfterSearch(send: Send, sinceMs: number): Promise<Fate> {
    if (!isKeyHonoured) {
      const found = await lookUp(send, sinceMs)
      isKeyHonoured = found.isKeyHonoured
      if (found.message) return { kind: 'message', message: found.message }
    }
    try {
      return await sendToUpstream(send)
    } catch (error) {
      if (isUnclear(error)) send.doubtSinceMs = sinceMs
      return toRefusal(error)
    }
  }

  /** Searches the history; when it cannot be fetched, nothing is sent. */
  async function lookUp(send: Send, sinceMs: number) {
    try {
      return await lookup.find(send, sinceMs)
    } catch (error) {
      throw isSessionOver(error) ? error : createFateUnknown(error)
    }
  }

  async function sendToUpstream({ caller, message, key, idempotencyKey }: Send): Promise<Fate> {
    const sinceMs = now()
    const stored = await chatUpstream.send(caller, message, idempotencyKey)
    isKeyHonoured = stored !== null
    if (!stored) return { kind: 'stored', sinceMs }
    await idempotency.claim(stored.id, key)
    return { kind: 'message', message: stored }
  }

  async function recall(send: Send, fate: Fate): Promise<ChatMessage> {
    if (fate.kind === 'message') return fate.message
    if (fate.kind === 'refused') throw new AppError(fate.code, fate.text)
    const message = await lookup.findStored(send, fate.sinceMs).catch(() => null)
    if (!message) throw createFateUnknown()
    await idempotency.complete(send.key, JSON.stringify({ kind: 'message', message } satisfies Fate))
    return message
  }

  return (caller, frame) => {
    const content = chatUpstream.clean(frame.content)
    if (content.trim() === '') return Promise.reject(malformed('消息没有可显示的内容'))
    const key = hash(`${caller.session.userId} ${frame.ref}`)
    const known = inFlight.get(key)
    if (known) return known
    const message = { toUserId: frame.toUserId, content, type: frame.type }
    const send: Send = { caller, message, key, idempotencyKey: hash(frame.ref), doubtSinceMs: null }
    const sending = sendNew(send, frame).finally(() => {
      inFlight.delete(key)
    })
    inFlight.set(key, sending)
    return sending
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Whether upstream may have stored the message despite the error. «Overloaded» means that it was not sent. */
function isUnclear(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  if (error.code !== CODE.upstreamUnreachable && error.code !== CODE.upstreamTimeout) return false
  return !isNeverSent(error.cause)
}

/** @throws the error if the next attempt may succeed */
function toRefusal(error: unknown): Fate {
  if (!(error instanceof AppError) || !FINAL_REFUSALS.includes(error.code)) throw error
  return { kind: 'refused', code: error.code, text: error.message }
}

function createFateUnknown(cause?: unknown): AppError {
  return new AppError(CODE.upstreamTimeout, '发送结果不明，请稍后重试', { cause })
}
