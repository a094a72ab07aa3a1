import { SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { ChatMessage, ClientFrame, ReadFrame, ServerFrame, WithdrawFrame } from '@portal/contract/frames.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { useLive } from './live-state.ts'

export { useLive } from './live-state.ts'
export type { ChatMessage, ServerFrame }

/** Event frames; answers to single frames are `AnswerFrame`s. */
export type LiveFrame = Exclude<ServerFrame, { t: 'ok' | 'error' }>
export type AnswerFrame = Extract<ServerFrame, { t: 'ok' | 'error' }>

/** Connection to the socket of this or another tab; set by `live-connection.ts` while a member is logged in. */
export interface LiveTransport {
  /** Sends a frame, which is lost when no socket is open. */
  post: (frame: ClientFrame) => void
  /** Replaces a socket that no longer answers. */
  renew: () => void
}

let transport: LiveTransport | null = null

export function setLiveTransport(next: LiveTransport | null): void {
  transport = next
}

/** Sends a frame without a guarantee that it arrives. */
export function postFrame(frame: ClientFrame): void {
  transport?.post(frame)
}

export function reconnectLive(): void {
  transport?.renew()
}

const frameHandlers = new Set<(frame: LiveFrame) => void>()
const answerHandlers = new Set<(answer: AnswerFrame) => void>()

/**
 * Subscribes to events; a message may be delivered twice, with the same id.
 * @returns a function that unsubscribes
 */
export function onFrame(handle: (frame: LiveFrame) => void): () => void {
  frameHandlers.add(handle)
  return () => frameHandlers.delete(handle)
}

/**
 * Subscribes to answers to frames, including those of other tabs.
 * @returns a function that unsubscribes
 */
export function onAnswer(handle: (answer: AnswerFrame) => void): () => void {
  answerHandlers.add(handle)
  return () => answerHandlers.delete(handle)
}

/** Delivers a received frame in this tab; a sent message is delivered before its answer. */
export function dispatchFrame(frame: ServerFrame): void {
  if (frame.t !== 'ok' && frame.t !== 'error') {
    for (const handle of [...frameHandlers]) handle(frame)
    return
  }
  if (frame.t === 'ok' && frame.data) dispatchFrame({ t: 'message', message: frame.data })
  for (const handle of [...answerHandlers]) handle(frame)
}

/** Creates a random id. `crypto.randomUUID` is missing when the site is not served over https. */
export function createRef(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Timeout of a request, including reconnection. */
const REQUEST_MS = 20 * SECOND_MS

/**
 * Withdraws a message, or marks a conversation as read. Waits for a socket, and is resent over each new one; the server
 * applies it once.
 * @throws ApiError with the server's code and text; 504 when there was no answer within 20 s
 */
export function request(body: Omit<WithdrawFrame, 'ref'> | Omit<ReadFrame, 'ref'>): Promise<ChatMessage | null> {
  const frame = { ...body, ref: createRef() } as WithdrawFrame | ReadFrame
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      stopAnswers()
      stopLive()
      settle()
    }
    const timer = setTimeout(
      () => end(() => reject(new ApiError(CODE.upstreamTimeout, '没有收到回应，请检查网络后重试'))),
      REQUEST_MS,
    )
    const stopAnswers = onAnswer((answer) => {
      if (answer.ref !== frame.ref) return
      end(() => (answer.t === 'ok' ? resolve(answer.data) : reject(new ApiError(answer.code, answer.message))))
    })
    const stopLive = useLive.subscribe(({ since }, before) => {
      if (since !== before.since) postFrame(frame)
    })
    postFrame(frame)
  })
}

/** Minimum time between two typing frames; the peer shows the hint for a little longer. */
const TYPING_MS = 3 * SECOND_MS

const lastTyping = { toUserId: '', atMs: 0 }

/** Sends a throttled typing hint; called at every key press. */
export function sendTyping(toUserId: string): void {
  const nowMs = Date.now()
  if (useLive.getState().state !== 'open') return
  if (lastTyping.toUserId === toUserId && nowMs - lastTyping.atMs < TYPING_MS) return
  Object.assign(lastTyping, { toUserId, atMs: nowMs })
  postFrame({ t: 'typing', toUserId })
}
