import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { ChatMessage } from '@portal/contract/frames.ts'
import { MESSAGE_TYPE, REF_MS } from '@portal/contract/socket.ts'
import { parseDocument } from '#lib/html/trusted-html.ts'
import { type AnswerFrame, createRef, onAnswer, onFrame, postFrame, reconnectLive } from './live.ts'
import { useLive } from './live-state.ts'
import { type OutboxEntry, toSendFrame, updateEntry, useOutbox } from './outbox.ts'

/** Time without an answer on an open socket after which a message is resent. */
const ANSWER_MS = 20 * SECOND_MS
/** Number of unanswered attempts after which the socket counts as dead; the BFF waits 36 s for upstream. */
const ATTEMPTS_BEFORE_RECONNECT = 2
/** Delays of automatic retries; afterwards the sender decides. */
const RETRY_DELAYS_MS = [2 * SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS]

/** Codes of transient failures: the message may have been stored, or a retry may succeed. */
const TRANSIENT_CODES: readonly number[] = [
  CODE.tooMany,
  CODE.upstreamUnreachable,
  CODE.overloaded,
  CODE.upstreamTimeout,
]

/** Message when the server no longer deduplicates the ref, so that only the sender may resend. */
const UNCONFIRMED_TEXT = '未能确认是否送达，请核对后重新发送'

/**
 * Sends the outbox, one message at a time to each peer.
 * @returns a function that stops it and leaves the rest in the outbox
 */
export function deliverOutbox(): () => void {
  /** Timers of messages in flight, by ref. */
  const flights = new Map<string, ReturnType<typeof setTimeout>>()
  const refusals = new Map<string, number>()

  function settle(ref: string): void {
    clearTimeout(flights.get(ref))
    flights.delete(ref)
  }

  function sendNext(): void {
    if (useLive.getState().state !== 'open') return
    for (const entry of listOldestPending()) if (!flights.has(entry.ref)) send(entry, 1)
  }

  function send(entry: OutboxEntry, attempts: number): void {
    if (entry.sentAtMs !== null && Date.now() - entry.sentAtMs > REF_MS) {
      updateEntry(entry.ref, { state: 'failed', reason: UNCONFIRMED_TEXT })
      return
    }
    flights.set(
      entry.ref,
      setTimeout(() => resend(entry.ref, attempts), ANSWER_MS),
    )
    const frame = toSendFrame(entry)
    if (entry.sentAtMs === null) updateEntry(entry.ref, { sentAtMs: Date.now() })
    postFrame(frame)
  }

  function resend(ref: string, attempts: number): void {
    flights.delete(ref)
    if (useLive.getState().state !== 'open') return
    const entry = listOldestPending().find((head) => head.ref === ref)
    if (attempts >= ATTEMPTS_BEFORE_RECONNECT) reconnectLive()
    else if (entry) send(entry, attempts + 1)
  }

  function handleAnswer(answer: AnswerFrame): void {
    const entry = useOutbox.getState().entries.find(({ ref }) => ref === answer.ref)
    if (!entry) return
    settle(entry.ref)
    if (answer.t === 'ok') confirmArrival(entry)
    else refuse(entry, answer)
  }

  function confirmArrival({ ref }: OutboxEntry): void {
    refusals.delete(ref)
    updateEntry(ref, null)
  }

  function refuse({ ref }: OutboxEntry, { code, message }: Extract<AnswerFrame, { t: 'error' }>): void {
    // The entry waits for the next login.
    if (code === CODE.unauthenticated) return
    const isTransient = TRANSIENT_CODES.includes(code)
    const tries = refusals.get(ref) ?? 0
    const delayMs = isTransient ? RETRY_DELAYS_MS[tries] : undefined
    if (delayMs !== undefined) {
      refusals.set(ref, tries + 1)
      flights.set(
        ref,
        setTimeout(() => resume(ref), delayMs),
      )
      return
    }
    refusals.delete(ref)
    // The server repeats its answer to a ref, so a retry after a permanent refusal needs a new one.
    const fresh = isTransient ? {} : { ref: createRef(), sentAtMs: null }
    updateEntry(ref, { state: 'failed', reason: message, hasArrived: false, ...fresh })
  }

  function resume(ref: string): void {
    flights.delete(ref)
    sendNext()
  }

  const stopLive = useLive.subscribe(({ since, state }, before) => {
    if (since === before.since && state === before.state) return
    // Messages in flight on the previous connection may be lost.
    if (since !== before.since) for (const ref of [...flights.keys()]) settle(ref)
    sendNext()
  })
  const stopOutbox = useOutbox.subscribe(sendNext)
  const stopAnswers = onAnswer(handleAnswer)
  const stopFrames = onFrame((frame) => {
    if (frame.t === 'message') markArrived(frame.message)
  })
  sendNext()
  return () => {
    for (const ref of [...flights.keys()]) settle(ref)
    stopLive()
    stopOutbox()
    stopAnswers()
    stopFrames()
  }
}

/** Finds the oldest pending message to each peer. */
function listOldestPending(): OutboxEntry[] {
  const byPeer = new Map<string, OutboxEntry>()
  for (const entry of useOutbox.getState().entries) {
    if (entry.state === 'pending' && !byPeer.has(entry.toUserId)) byPeer.set(entry.toUserId, entry)
  }
  return [...byPeer.values()]
}

/** Marks a message that was received before its answer, so that it is not displayed twice. */
function markArrived(message: ChatMessage): void {
  const entry = listOldestPending().find((head) => head.sentAtMs !== null && !head.hasArrived && isSame(head, message))
  if (entry) updateEntry(entry.ref, { hasArrived: true })
}

/** Tolerated difference between the clocks that set a message's sending and stored times. */
const CLOCK_SKEW_MS = MINUTE_MS

function isSame(entry: OutboxEntry, { toUserId, type, content, ext }: ChatMessage): boolean {
  if (toUserId !== entry.toUserId || (type === MESSAGE_TYPE.picture) !== (entry.type === MESSAGE_TYPE.picture)) {
    return false
  }
  if (ext?.at != null && entry.sentAtMs !== null && ext.at < entry.sentAtMs - CLOCK_SKEW_MS) return false
  return entry.type === MESSAGE_TYPE.picture || toPlainText(content) === toPlainText(entry.content)
}

function toPlainText(html: string): string {
  return parseDocument(html).body.textContent.trim()
}
