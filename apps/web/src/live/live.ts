import { SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { ChatMessage, ClientFrame, ReadFrame, ServerFrame, WithdrawFrame } from '@portal/contract/frames.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { useLive } from './live-state.ts'

export { useLive } from './live-state.ts'
export type { ChatMessage, ServerFrame }

/** What is told to whoever asks: all but the answers to single frames, which go to who has sent them. */
export type LiveFrame = Exclude<ServerFrame, { t: 'ok' | 'error' }>
export type AnswerFrame = Extract<ServerFrame, { t: 'ok' | 'error' }>

/** The way to the socket, wherever it is; `live-connection.ts` lays it when somebody is logged in. */
export interface LiveLine {
  /** Sends a frame; it is lost when no socket is open. */
  post: (frame: ClientFrame) => void
  /** The socket is taken for dead, though nothing has said so: another is opened. */
  renew: () => void
}

let line: LiveLine | null = null

export function setLiveLine(next: LiveLine | null): void {
  line = next
}

/** Sends a frame to the server, which may never get it. */
export function postFrame(frame: ClientFrame): void {
  line?.post(frame)
}

export function renewLine(): void {
  line?.renew()
}

const frameHandlers = new Set<(frame: LiveFrame) => void>()
const answerHandlers = new Set<(answer: AnswerFrame) => void>()

/** Calls `handle` with what happens; the same message may come twice, and is known by its id. @returns ends it */
export function onFrame(handle: (frame: LiveFrame) => void): () => void {
  frameHandlers.add(handle)
  return () => frameHandlers.delete(handle)
}

/** Answers to frames, those of other tabs among them. @returns ends it */
export function onAnswer(handle: (answer: AnswerFrame) => void): () => void {
  answerHandlers.add(handle)
  return () => answerHandlers.delete(handle)
}

/** Hands a frame that has come to whom it concerns in this tab; a message that was sent comes before its answer. */
export function passFrame(frame: ServerFrame): void {
  if (frame.t !== 'ok' && frame.t !== 'error') {
    for (const handle of [...frameHandlers]) handle(frame)
    return
  }
  if (frame.t === 'ok' && frame.data) passFrame({ t: 'message', message: frame.data })
  for (const handle of [...answerHandlers]) handle(frame)
}

/** A name that nobody else gives. `crypto.randomUUID` is missing where the site is not served by https. */
export function newRef(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** How long an answer is waited for, reconnecting included. */
const REQUEST_MS = 20 * SECOND_MS

/**
 * Withdraws a message, or marks a conversation as read. While there is no socket it waits for one; sent again over the
 * next one, it happens once.
 * @throws ApiError with the server's code and text; 504 when there was no answer within 20 s
 */
export function request(asked: Omit<WithdrawFrame, 'ref'> | Omit<ReadFrame, 'ref'>): Promise<ChatMessage | null> {
  const frame = { ...asked, ref: newRef() } as WithdrawFrame | ReadFrame
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

/** The peer is told at most so often: it shows the hint for a little longer. */
const TYPING_MS = 3 * SECOND_MS

const lastTyping = { toUserId: '', atMs: 0 }

/** Tells the peer that something is being written; to be called with every key, of which a few are told. */
export function sendTyping(toUserId: string): void {
  const nowMs = Date.now()
  if (useLive.getState().state !== 'open') return
  if (lastTyping.toUserId === toUserId && nowMs - lastTyping.atMs < TYPING_MS) return
  Object.assign(lastTyping, { toUserId, atMs: nowMs })
  postFrame({ t: 'typing', toUserId })
}
